import { toast } from '../../ui/toasts/toast.state.ts'
import { importCandidates } from './import-candidates.ts'
import { addOwnEntries, isOffered, setImportedPapers, useManuscript } from './manuscript.state.ts'
import type { Sentence } from './manuscript.ts'

/** Papers accepted since the user chose to accept all, by the start of their sentence; 撤销 removes exactly these. */
let acceptedPapers = new Map<number, string>()

/**
 * Accepts every strong first candidate that is undecided and, while the text is still being processed, each one found
 * later: "all" means the whole text, and the user should not have to press again.
 */
export async function acceptAllStrong(): Promise<void> {
  const { isRunning, sentences } = useManuscript.getState()
  acceptedPapers = new Map()
  if (isRunning) useManuscript.setState({ takesStrong: true })
  const isAccepted = await acceptOffered(sentences.filter(isOffered))
  // Candidates found later are reported together with these.
  if (isAccepted && !useManuscript.getState().takesStrong) showAcceptedToast()
}

/** Accepts run one after the other, so that a work is imported only once. */
let acceptQueue = Promise.resolve()

/**
 * Accepts the strong first candidate of the sentence at an index, when all are being accepted. Called as soon as a
 * sentence has been processed.
 */
export function acceptFound(index: number): void {
  const { takesStrong, sentences } = useManuscript.getState()
  const sentence = sentences[index]
  if (!takesStrong || !sentence || !isOffered(sentence)) return
  acceptQueue = acceptQueue.then(async () => {
    if (useManuscript.getState().takesStrong && !(await acceptOffered([sentence]))) disableAutoAccept()
  })
}

/** Ends accepting when the whole text is processed, and reports how many were accepted. */
export async function finishAccepting(): Promise<void> {
  await acceptQueue
  if (!useManuscript.getState().takesStrong) return
  disableAutoAccept()
  showAcceptedToast()
}

/** Stops accepting; what was accepted can be undone. */
export function cancelAccepting(): void {
  disableAutoAccept()
  showAcceptedToast()
}

/** Lets candidates found from now on wait for the user. */
const disableAutoAccept = (): void => useManuscript.setState({ takesStrong: false })

/**
 * Cites the first candidate of each sentence; a work that the library lacks is imported first. Resolves to whether that
 * succeeded.
 */
async function acceptOffered(offered: readonly Sentence[]): Promise<boolean> {
  const candidates = offered.flatMap(({ found }) => found?.candidates.slice(0, 1) ?? [])
  const papers = await importCandidates(candidates)
  if (!papers) return false
  setImportedPapers(papers)
  addOwnEntries(candidates)
  const starts = new Set(offered.map(({ start }) => start))
  useManuscript.setState(({ sentences }) => ({
    sentences: sentences.map((sentence) => {
      const [first] = sentence.found?.candidates ?? []
      // The user may have decided while the works were being imported.
      if (!first || !starts.has(sentence.start) || !isOffered(sentence)) return sentence
      acceptedPapers.set(sentence.start, first.paper.id)
      return { ...sentence, cited: [first.paper] }
    }),
  }))
  return true
}

/** Shows how many citations were accepted, with a button that takes them back; nothing when there were none. */
function showAcceptedToast(): void {
  // The map at this moment, which a later acceptance of all replaces.
  const accepted = acceptedPapers
  if (accepted.size === 0) return
  const { text } = useManuscript.getState()
  const undo = () => {
    // Another manuscript may have been opened.
    if (useManuscript.getState().text !== text) return
    disableAutoAccept()
    useManuscript.setState(({ sentences }) => ({
      sentences: sentences.map((sentence) => ({
        ...sentence,
        cited: sentence.cited.filter(({ id }) => id !== accepted.get(sentence.start)),
      })),
    }))
  }
  toast(`已采纳 ${accepted.size} 处「强」`, { undo })
}
