import { api, type EngineId, type OutputOf } from '@scinav/contract'
import { create } from 'zustand'
import { call } from '../api/call.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { correctFields } from './correct-fields.ts'

type CheckResponse = OutputOf<typeof api.references.check>
export type CheckedReference = CheckResponse['list'][number]
export type CheckEngineState = CheckResponse['engines'][number]

/** An entry of the list, and what came of it once it was compared. */
export interface CheckedEntry {
  text: string
  checked: CheckedReference | undefined
}

/** A list that was read from a file, entry by entry. */
export type ParsedList = Pick<OutputOf<typeof api.reading.listed>, 'list' | 'left_out'>

interface CheckState {
  /** The list as it was pasted; stays while the person looks elsewhere. */
  text: string
  /** The list that was put into the field as it was read; as long as nobody changes it there, it is not taken apart anew. */
  read: ParsedList | undefined
  /** Engines outside that are asked about what the library lacks. */
  outside: EngineId[]
  entries: CheckedEntry[]
  /** How each of them did so far. */
  engines: CheckEngineState[]
  /** Entries beyond what one list may hold. */
  leftOut: number
  /** How many papers were searched; none before the first answer. */
  papers: number | undefined
  isRunning: boolean
  /** Why it stopped before the end. */
  problem: string | undefined
}

const INITIAL_STATE: CheckState = {
  text: '',
  read: undefined,
  outside: [],
  entries: [],
  engines: [],
  leftOut: 0,
  papers: undefined,
  isRunning: false,
  problem: undefined,
}

export const useCheck = create<CheckState>()(() => INITIAL_STATE)

export const setListText = (text: string): void => useCheck.setState({ text })

/** Entries one under the other, a line free between them. */
const joinEntries = ({ list }: ParsedList): string => list.map(({ text }) => text).join('\n\n')

/** Puts a list that was read from a file into the field. */
export const setParsedList = (read: ParsedList): void => useCheck.setState({ text: joinEntries(read), read })

export const setOutsideEngines = (outside: EngineId[]): void => useCheck.setState({ outside })

/** So many entries go out at once: an answer comes within a second or so, and progress is seen. */
const BATCH_SIZE = 20
/** Engines outside take seconds an entry. */
const OUTSIDE_BATCH_SIZE = 4

let runController: AbortController | undefined

/** Takes the pasted list apart and compares it entry by entry. */
export async function startCheck(): Promise<void> {
  runController?.abort()
  runController = new AbortController()
  const { signal } = runController
  const { text, outside, read } = useCheck.getState()
  useCheck.setState({ ...INITIAL_STATE, text, outside, read, isRunning: true })
  const answer = await splitList(text, read, signal)
  if (signal.aborted) return
  if (!answer.success) return finishRun(answer.issues?.[0]?.message ?? answer.message)
  const { list, left_out: leftOut } = answer.data
  if (list.length === 0) return finishRun('没有读出参考文献，请每条占一行，或用 [1]、[2] 编号')
  useCheck.setState({ entries: list.map((each) => ({ text: each.text, checked: undefined })), leftOut })
  await compareRemaining(signal)
}

/** What a file has told entry by entry stays so. */
async function splitList(text: string, read: ParsedList | undefined, signal: AbortSignal) {
  if (read && joinEntries(read) === text) return { success: true as const, data: read }
  return call(api.references.parse, { text }, { signal })
}

/** Goes on where it stopped. */
export async function resumeCheck(): Promise<void> {
  runController = new AbortController()
  useCheck.setState({ isRunning: true, problem: undefined })
  await compareRemaining(runController.signal)
}

/** Ends what is under way; what has been compared stays. */
export function stopCheck(): void {
  runController?.abort()
  finishRun('已停止，还没有核对的可以继续')
}

/** Back to an empty field, or to the list that was pasted. */
export function resetCheck(text = ''): void {
  runController?.abort()
  useCheck.setState(({ outside, read }) => ({ ...INITIAL_STATE, text, outside, read }))
}

const finishRun = (problem?: string): void => useCheck.setState({ isRunning: false, problem })

async function compareRemaining(signal: AbortSignal): Promise<void> {
  for (;;) {
    const { entries, outside, engines } = useCheck.getState()
    const from = entries.findIndex(({ checked }) => !checked)
    if (from < 0) return finishRun()
    const part = entries.slice(from, from + (outside.length > 0 ? OUTSIDE_BATCH_SIZE : BATCH_SIZE))
    const input = { entries: part.map(({ text }) => text), engines: respondingEngines(outside, engines) }
    const answer = await call(api.references.check, input, { signal })
    if (signal.aborted) return
    if (!answer.success) return finishRun(`核对中断：${answer.message}`)
    const { list, papers } = answer.data
    const compared = part.map(({ text }, at) => ({ text, checked: list[at] }))
    useCheck.setState({
      papers,
      entries: entries.toSpliced(from, part.length, ...compared),
      engines: sumEngineStates(engines, answer.data.engines),
    })
  }
}

/** Who gave no answer is not asked again in this run. */
const respondingEngines = (outside: readonly EngineId[], engines: readonly CheckEngineState[]): EngineId[] =>
  outside.filter((id) => !engines.some((engine) => engine.id === id && engine.state !== 'ok'))

/** How engines did in all parts so far. */
function sumEngineStates(
  before: readonly CheckEngineState[],
  now: readonly CheckEngineState[],
): CheckEngineState[] {
  const known = new Map(before.map((engine) => [engine.id, engine]))
  for (const engine of now)
    known.set(engine.id, { ...engine, count: engine.count + (known.get(engine.id)?.count ?? 0) })
  return [...known.values()]
}

/** Takes the work that an entry is into the library, and compares the entry with its record there. */
export async function importEntry({ text, checked }: CheckedEntry): Promise<void> {
  const key = checked?.outside?.key
  if (key === undefined) return
  const kept = await call(api.combine.keep, { keys: [key] })
  const again = kept.success ? await call(api.references.check, { entries: [text] }) : kept
  if (!again.success) return void toast(`没有收入：${again.message}`, { tone: 'bad' })
  const [now] = again.data.list
  useCheck.setState(({ entries }) => ({
    entries: entries.map((entry) => (entry.text === text ? { text, checked: now } : entry)),
  }))
  toast('已收入本馆文献')
}

/** An entry with what can be put right in it; null where nothing can. */
export function correctEntry({ text, checked }: CheckedEntry): CheckedEntry | null {
  if (checked?.status !== 'differs' || checked.other || checked.outside_other) return null
  const now = correctFields(text, checked.fields)
  if (now.left.length === checked.fields.length) return null
  const status = now.left.length > 0 ? 'differs' : 'found'
  return { text: now.text, checked: { ...checked, status, fields: now.left } }
}

/** Puts these entries right in the list; 撤销 puts all back. */
export function correctEntries(chosen: ReadonlySet<CheckedEntry>): void {
  const { entries: before } = useCheck.getState()
  const entries = before.map((entry) => (chosen.has(entry) ? correctEntry(entry) : null) ?? entry)
  const changed = entries.filter((entry, at) => entry !== before[at]).length
  useCheck.setState({ entries })
  toast(`已改正 ${changed} 条`, { undo: () => useCheck.setState({ entries: before }) })
}
