import { engineIds } from '@scinav/contract'
import { create } from 'zustand'
import { CITATION_DRAFT, takeDraft } from '../../chat/start/stored-input.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { importCandidates } from './import-candidates.ts'
import type { Candidate, CitedPaper, ManuscriptState, Sentence } from './manuscript.ts'
import { readStoredManuscript, scheduleSave, storeManuscript } from './saved-manuscripts.ts'

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

/** Delay of storing, in milliseconds; changes within it are stored once. */
const STORE_DELAY_MS = 300
let isStoreScheduled = false

useManuscript.subscribe(() => {
  scheduleSave(useManuscript)
  if (isStoreScheduled) return
  isStoreScheduled = true
  setTimeout(() => {
    isStoreScheduled = false
    storeManuscript(useManuscript.getState())
  }, STORE_DELAY_MS)
})

/** Takes over a text that another screen stored for this one, and the engines to search. */
export function takePendingText(engines: readonly string[]): void {
  const draft = takeDraft(CITATION_DRAFT)
  const chosen = engineIds.filter((id) => engines.includes(id))
  if (draft !== '') useManuscript.setState({ draft, ...(chosen.length > 0 && { engines: chosen }) })
}

export const setWorks = (works: string): void => useManuscript.setState({ works })
export const setDraft = (draft: string): void => useManuscript.setState({ draft })
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

export const removeCitedPaper = (at: number, id: string): void =>
  changeSentence(at, (sentence) => ({ ...sentence, cited: sentence.cited.filter((each) => each.id !== id) }))

/** Whether a sentence has a strong first candidate that is undecided. */
export const isOffered = ({ need, found, cited }: Sentence): boolean =>
  need === 'yes' && found?.decision === 'strong' && cited.length === 0

/** Cites a candidate, beside or instead of other papers; one that the library lacks is imported first. */
export async function citeCandidate(at: number, candidate: Candidate, cite = addCitedPaper): Promise<void> {
  const papers = await importCandidates([candidate])
  const paper = papers?.get(candidate.paper.id)
  if (!papers || !paper) return
  setImportedPapers(papers)
  addOwnEntries([candidate])
  cite(at, paper)
}

/** Adds cited works of the user's own to the reference list. */
export function addOwnEntries(candidates: readonly Candidate[]): void {
  const works = candidates.flatMap(({ paper, own }) =>
    own ? [{ key: paper.id, entry: '', paper_id: null, work: own }] : [],
  )
  useManuscript.setState(({ own }) => {
    const listed = new Set(own.map(({ key }) => key))
    return { own: [...own, ...works.filter(({ key }) => !listed.has(key))] }
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

/** Removes a paper from every sentence that cites it; 撤销 restores it there. */
export function removePaperEverywhere(id: string): void {
  const { sentences } = useManuscript.getState()
  /** What the sentences that cite it cited, by their start. */
  const cited = new Map(sentences.flatMap((one) => (citesPaper(one, id) ? [[one.start, one.cited]] : [])))
  useManuscript.setState({
    sentences: sentences.map((one) => ({ ...one, cited: one.cited.filter((paper) => paper.id !== id) })),
  })
  // What has been found since is kept.
  const undo = () =>
    useManuscript.setState(({ sentences: now }) => ({
      sentences: now.map((one) => ({ ...one, cited: cited.get(one.start) ?? one.cited })),
    }))
  toast('已移除这篇文献', { undo })
}

const citesPaper = ({ cited }: Sentence, id: string): boolean => cited.some((paper) => paper.id === id)
