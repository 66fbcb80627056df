import { toast } from '../../ui/toasts/toast.state.ts'
import { importCandidates } from './import-candidates.ts'
import { addOwnEntries, isOffered, setImportedPapers, useManuscript } from './manuscript.state.ts'
import type { Sentence } from './manuscript.ts'

/** What was taken since the person asked for it, by where the sentence begins: 撤销 takes just that back. */
let acceptedPapers = new Map<number, string>()

/**
 * Takes every clear first that was not decided on yet, and while the text is looked through each that is found later:
 * whoever says "all" means the whole text, and does not wait at the screen to press once more.
 */
export async function acceptAllStrong(): Promise<void> {
  const { isRunning, sentences } = useManuscript.getState()
  acceptedPapers = new Map()
  if (isRunning) useManuscript.setState({ takesStrong: true })
  const isThere = await acceptOffered(sentences.filter(isOffered))
  // What is found later is told with it.
  if (isThere && !useManuscript.getState().takesStrong) showAcceptedToast()
}

/** One after the other, so that what the library lacks is taken in once. */
let acceptQueue = Promise.resolve()

/** A sentence was looked up: its clear first is taken where all are. */
export function acceptFound(at: number): void {
  const { takesStrong, sentences } = useManuscript.getState()
  const sentence = sentences[at]
  if (!takesStrong || !sentence || !isOffered(sentence)) return
  acceptQueue = acceptQueue.then(async () => {
    if (useManuscript.getState().takesStrong && !(await acceptOffered([sentence]))) disableAutoAccept()
  })
}

/** The whole text has been looked through: how much was taken of it. */
export async function finishAccepting(): Promise<void> {
  await acceptQueue
  if (!useManuscript.getState().takesStrong) return
  disableAutoAccept()
  showAcceptedToast()
}

/** The person wants no more taken; what was taken can be put back. */
export function cancelAccepting(): void {
  disableAutoAccept()
  showAcceptedToast()
}

/** What is found from now on waits to be taken. */
const disableAutoAccept = (): void => useManuscript.setState({ takesStrong: false })

/** Cites the first paper of each; a work that the library lacks is taken in first. Says whether that worked. */
async function acceptOffered(offered: readonly Sentence[]): Promise<boolean> {
  const firsts = offered.flatMap(({ found }) => found?.candidates.slice(0, 1) ?? [])
  const papers = await importCandidates(firsts)
  if (!papers) return false
  setImportedPapers(papers)
  addOwnEntries(firsts)
  const places = new Set(offered.map(({ start }) => start))
  useManuscript.setState(({ sentences }) => ({
    sentences: sentences.map((sentence) => {
      const [first] = sentence.found?.candidates ?? []
      if (!first || !places.has(sentence.start) || !isOffered(sentence)) return sentence
      acceptedPapers.set(sentence.start, first.paper.id)
      return { ...sentence, cited: [first.paper] }
    }),
  }))
  return true
}

function showAcceptedToast(): void {
  const told = acceptedPapers
  if (told.size === 0) return
  const undo = () => {
    disableAutoAccept()
    useManuscript.setState(({ sentences }) => ({
      sentences: sentences.map((sentence) => ({
        ...sentence,
        cited: sentence.cited.filter(({ id }) => id !== told.get(sentence.start)),
      })),
    }))
  }
  toast(`已采纳 ${told.size} 处「强」`, { undo })
}
