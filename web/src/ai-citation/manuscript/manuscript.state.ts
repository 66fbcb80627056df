import { engineIds } from '@scinav/contract'
import { create } from 'zustand'
import { CITATION_DRAFT, takeDraft } from '../../chat/start/stored-input.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { importCandidates } from './import-candidates.ts'
import type { Candidate, CitedPaper, ManuscriptState, Sentence } from './manuscript.ts'
import { readStoredManuscript, scheduleServerSave, storeInTab } from './saved-manuscripts.ts'

/** The state without a manuscript. */
export const INITIAL_MANUSCRIPT: ManuscriptState = {
  draft: '',
  datasets: [],
  engines: ['local'],
  works: '',
  text: '',
  own: [],
  sentences: [],
  done: 0,
  papers: undefined,
  isRunning: false,
  problem: undefined,
  takesStrong: false,
  current: undefined,
  saved_id: undefined,
}

/**
 * The open manuscript: its input, its sentences and the decisions on them. It outlives the screen, and every change is
 * stored. Sentences are addressed by their index.
 */
export const useManuscript = create<ManuscriptState>()(() => INITIAL_MANUSCRIPT)

/** Whether the manuscript stored in this tab has been read. */
let isRestored = false

/** Restores the manuscript stored before a reload; a run that was active then has stopped. */
export function restoreManuscript(): void {
  if (isRestored) return
  isRestored = true
  const stored = readStoredManuscript()
  if (!stored || useManuscript.getState().text !== '') return
  const isComplete = stored.done >= stored.text.length
  useManuscript.setState({
    ...stored,
    isRunning: false,
    problem: isComplete ? undefined : '页面重新打开过，还没有看完的可以继续',
  })
}

/** Delay of storing in the tab, in milliseconds; changes within it are stored once. */
const STORE_DELAY_MS = 300
/** Whether the manuscript will be stored at the next opportunity. */
let isStoreScheduled = false

// Every change is kept twice: in the tab, for a reload, and after a pause in typing on the server, for other days.
useManuscript.subscribe(() => {
  scheduleServerSave(useManuscript)
  if (isStoreScheduled) return
  isStoreScheduled = true
  setTimeout(() => {
    isStoreScheduled = false
    storeInTab(useManuscript.getState())
  }, STORE_DELAY_MS)
})

/** Takes over a text that another screen stored for this one, and the engines to search. */
export function takePendingText(engines: readonly string[]): void {
  const draft = takeDraft(CITATION_DRAFT)
  const chosen = engineIds.filter((id) => engines.includes(id))
  if (draft !== '') useManuscript.setState({ draft, ...(chosen.length > 0 && { engines: chosen }) })
}

/** Sets the text of the user's own works. */
export const setWorks = (works: string): void => useManuscript.setState({ works })
/** Sets the text of the field for a manuscript. */
export const setDraft = (draft: string): void => useManuscript.setState({ draft })
/** Sets the index of the current sentence; undefined for none. */
export const setCurrentSentence = (current: number | undefined): void => useManuscript.setState({ current })

/** Changes the sentence at an index. */
export function changeSentence(at: number, change: (sentence: Sentence) => Sentence): void {
  useManuscript.setState(({ sentences }) => {
    const sentence = sentences[at]
    return sentence ? { sentences: sentences.with(at, change(sentence)) } : {}
  })
}

/** Adds a paper to those a sentence cites. */
export const addCitedPaper = (at: number, paper: CitedPaper): void =>
  changeSentence(at, (sentence) =>
    sentence.cited.some(({ id }) => id === paper.id)
      ? sentence
      : { ...sentence, cited: [...sentence.cited, paper] },
  )

/** Replaces the papers a sentence cites with one. */
export const replaceCitedPapers = (at: number, paper: CitedPaper): void =>
  changeSentence(at, (sentence) => ({ ...sentence, cited: [paper] }))

/** Removes a paper from the citations of the sentence at an index. */
export const removeCitedPaper = (at: number, id: string): void =>
  changeSentence(at, (sentence) => ({ ...sentence, cited: sentence.cited.filter((each) => each.id !== id) }))

/** Whether a sentence has a strong first candidate that is undecided. */
export const isOffered = ({ need, found, cited }: Sentence): boolean =>
  need === 'yes' && found?.decision === 'strong' && cited.length === 0

/**
 * Cites a candidate, beside or instead of other papers as `cite` does it; one that the library lacks is imported first,
 * and is not cited when that fails.
 */
export async function citeCandidate(at: number, candidate: Candidate, cite = addCitedPaper): Promise<void> {
  const papers = await importCandidates([candidate])
  const paper = papers?.get(candidate.paper.id)
  if (!papers || !paper) return
  setImportedPapers(papers)
  addOwnEntries([candidate])
  cite(at, paper)
}

/** Adds to the reference list those candidates that are works of the user's own; ones listed already are ignored. */
export function addOwnEntries(candidates: readonly Candidate[]): void {
  const entries = candidates.flatMap(({ paper, own }) =>
    own ? [{ key: paper.id, entry: '', paper_id: null, work: own }] : [],
  )
  useManuscript.setState(({ own }) => {
    const listed = new Set(own.map(({ key }) => key))
    return { own: [...own, ...entries.filter(({ key }) => !listed.has(key))] }
  })
}

/** Replaces candidates by the papers they were imported as. */
export function setImportedPapers(papers: ReadonlyMap<string, CitedPaper>): void {
  const replace = (candidate: Candidate): Candidate => {
    const paper = papers.get(candidate.paper.id)
    return paper ? { ...candidate, paper, outside: null } : candidate
  }
  useManuscript.setState(({ sentences }) => ({
    sentences: sentences.map((sentence) => {
      const { found } = sentence
      return found
        ? { ...sentence, found: { ...found, candidates: found.candidates.map(replace) } }
        : sentence
    }),
  }))
}

/**
 * Removes a paper from every sentence that cites it. 撤销 puts it back at its place among the papers of these sentences,
 * unless the sentence has been marked as needing none; other changes since then stay.
 */
export function removePaperEverywhere(id: string): void {
  const { text, sentences } = useManuscript.getState()
  /** The papers of each sentence that cites the paper, by the offset of the sentence. */
  const citedBefore = new Map(
    sentences.flatMap((sentence) => (citesPaper(sentence, id) ? [[sentence.start, sentence] as const] : [])),
  )
  useManuscript.setState({
    sentences: sentences.map((sentence) => ({
      ...sentence,
      cited: sentence.cited.filter((paper) => paper.id !== id),
    })),
  })
  const undo = () =>
    useManuscript.setState((state) =>
      // Another manuscript may have been opened.
      state.text === text
        ? { sentences: state.sentences.map((now) => restoreCitation(now, citedBefore.get(now.start), id)) }
        : {},
    )
  toast('已移除这篇文献', { undo })
}

/** Returns a sentence with the paper that it cited before, where it has not been decided otherwise since. */
function restoreCitation(now: Sentence, before: Sentence | undefined, id: string): Sentence {
  const at = before?.cited.findIndex((paper) => paper.id === id) ?? -1
  const paper = before?.cited[at]
  if (!paper || citesPaper(now, id) || now.need !== before?.need) return now
  return { ...now, cited: now.cited.toSpliced(at, 0, paper) }
}

/** Returns whether a sentence cites a paper. */
const citesPaper = ({ cited }: Sentence, id: string): boolean => cited.some((paper) => paper.id === id)
