import { api, type EngineId, MAX_CITED_TEXT_CHARS } from '@scinav/contract'
import { splitManuscript, splitText } from '@scinav/contract/cited-text'
import { followStream } from '../../api/stream.ts'
import { acceptFound, finishAccepting } from './accept-strong.ts'
import { changeSentence, INITIAL_MANUSCRIPT, useManuscript } from './manuscript.state.ts'
import type { SentenceMatch } from './manuscript.ts'
import { loadOwnEntries } from './own-entries.ts'

/** Cancels the run that was started last. */
let runController: AbortController | undefined

/** Ends the run; with a problem it can be resumed. */
const finishRun = (problem?: string): void => useManuscript.setState({ isRunning: false, problem })

/** Parses the manuscript's own list, then processes its sentences from the beginning. */
export async function startMatching(): Promise<void> {
  runController?.abort()
  runController = new AbortController()
  const { signal } = runController
  const { draft, datasets, engines, works } = useManuscript.getState()
  const { body, references } = splitManuscript(draft)
  const text = body.trimEnd()
  if (text === '') return
  useManuscript.setState({ ...INITIAL_MANUSCRIPT, draft, datasets, engines, works, text, isRunning: true })
  const own = await loadOwnEntries(text, references, signal)
  if (signal.aborted) return
  useManuscript.setState({ own })
  await matchRemaining(signal)
}

/** Continues where the run stopped. */
export async function resumeMatching(): Promise<void> {
  runController?.abort()
  runController = new AbortController()
  useManuscript.setState({ isRunning: true, problem: undefined })
  await matchRemaining(runController.signal)
}

/** Stops the run; its results are kept. */
export function stopMatching(): void {
  runController?.abort()
  finishRun('已停止，还没有看的可以继续')
}

/** Returns to the input with its text. */
export function resetManuscript(): void {
  runController?.abort()
  const { draft, datasets, engines, works } = useManuscript.getState()
  useManuscript.setState({ ...INITIAL_MANUSCRIPT, draft, datasets, engines, works })
}

/** Processes the text from where the last run stopped, part after part. */
async function matchRemaining(signal: AbortSignal): Promise<void> {
  const { text, done, datasets, engines, works } = useManuscript.getState()
  const scope = { dataset_ids: datasets.map(({ id }) => id), engines, own: works }
  for (const { start, end } of splitText(text, MAX_CITED_TEXT_CHARS)) {
    if (end <= done) continue
    // A part that was interrupted is processed again.
    useManuscript.setState(({ sentences }) => ({
      sentences: sentences.filter((sentence) => sentence.start < start),
    }))
    const problem = await matchPart({ text: text.slice(start, end), ...scope }, start, signal)
    if (signal.aborted) return
    if (problem !== undefined) return finishRun(`查找中断：${problem}`)
    useManuscript.setState({ done: end })
  }
  useManuscript.setState({ done: text.length })
  finishRun()
  await finishAccepting()
}

/**
 * Processes the part of the text that begins at `offset`, and adds its sentences to the manuscript. Resolves to why it
 * was interrupted, or undefined.
 */
async function matchPart(
  input: { text: string; dataset_ids: string[]; engines: EngineId[]; own: string },
  offset: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  /** Index in the manuscript of the part's first sentence. */
  const first = useManuscript.getState().sentences.length
  let problem: string | undefined
  const failure = await followStream(
    api.citing.match,
    input,
    { lastEventId: '' },
    {
      isLast: ({ event }) => event === 'done' || event === 'error',
      onEvent(event) {
        if (signal.aborted) return
        if (event.event === 'sentences') {
          const added = event.data.sentences.map((sentence) => ({
            ...sentence,
            start: sentence.start + offset,
            end: sentence.end + offset,
            cited: [],
          }))
          useManuscript.setState(({ sentences }) => ({ sentences: [...sentences.slice(0, first), ...added] }))
        } else if (event.event === 'matched') {
          const { at, ...found } = event.data
          changeSentence(first + at, (sentence) => ({ ...sentence, found }))
          acceptFound(first + at)
        } else if (event.event === 'done') useManuscript.setState({ papers: event.data.papers })
        else problem = event.data.message
      },
    },
    signal,
  )
  return failure?.message ?? problem
}

/**
 * Marks a sentence that the rules excluded as needing a citation, and searches references for it, unless that was done.
 * If the search fails, the sentence is excluded again, so that the user may repeat it.
 *
 * @returns why the search failed, or undefined
 */
export async function matchExcludedSentence(at: number): Promise<string | undefined> {
  const { text, sentences, datasets, engines, works } = useManuscript.getState()
  const sentence = sentences[at]
  if (!sentence) return undefined
  changeSentence(at, (each) => ({ ...each, need: 'yes', overruled: true, reason: '您认为需要出处' }))
  if (sentence.found) return undefined
  const input = {
    text: text.slice(sentence.start, sentence.end),
    dataset_ids: datasets.map(({ id }) => id),
    engines,
    own: works,
    every: true,
  }
  let found: SentenceMatch | undefined
  let problem: string | undefined
  const failure = await followStream(
    api.citing.match,
    input,
    { lastEventId: '' },
    {
      isLast: ({ event }) => event === 'done' || event === 'error',
      onEvent(event) {
        if (event.event === 'matched') found ??= event.data
        else if (event.event === 'error') problem = event.data.message
      },
    },
    new AbortController().signal,
  )
  changeSentence(at, (each) => (found ? { ...each, found } : { ...sentence, cited: each.cited }))
  return failure?.message ?? problem
}

/** Marks a sentence as needing no citation, and removes what it cited. */
export const markCitationUnneeded = (at: number): void =>
  changeSentence(at, (each) => ({
    ...each,
    need: 'no',
    overruled: true,
    reason: '您认为不需要出处',
    cited: [],
  }))
