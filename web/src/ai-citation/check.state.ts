import { api, type EngineId, type OutputOf } from '@scinav/contract'
import { create } from 'zustand'
import { call } from '../api/call.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { correctFields } from './correct-fields.ts'

type CheckResponse = OutputOf<typeof api.references.check>
/** The result for one entry. */
export type CheckedReference = CheckResponse['list'][number]

/** Whether an outside engine responded, and to how many entries. */
export type CheckEngineState = CheckResponse['engines'][number]

/** An entry of the list, with its result once it has been checked. */
export interface CheckedEntry {
  text: string
  checked: CheckedReference | undefined
}

/** A list read from a file, split into entries. */
export type ParsedList = Pick<OutputOf<typeof api.reading.listed>, 'list' | 'left_out'>

/** The check of a list of references. */
interface CheckState {
  /** The list as it was pasted; kept while the user is elsewhere. */
  text: string
  /** The list that was read from a file into the field; while it is unchanged there, it is not split again. */
  read: ParsedList | undefined
  /** Outside engines to query for what the library lacks. */
  outside: EngineId[]
  entries: CheckedEntry[]
  /** The state of each engine that was queried, accumulated over the requests. */
  engines: CheckEngineState[]
  /** Number of entries beyond the maximum of one list. */
  leftOut: number
  /** Number of papers searched; undefined before the first response. */
  papers: number | undefined
  isRunning: boolean
  /** Why it stopped before the end. */
  problem: string | undefined
}

/** The state without a list. */
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

/** The check of a reference list: its input, its progress and its results. It outlives the screen. */
export const useCheck = create<CheckState>()(() => INITIAL_STATE)

/** Sets the text of the list field. */
export const setListText = (text: string): void => useCheck.setState({ text })

/** Joins entries with an empty line between them. */
const joinEntries = ({ list }: ParsedList): string => list.map(({ text }) => text).join('\n\n')

/** Puts a list that was read from a file into the field. */
export const setParsedList = (read: ParsedList): void => useCheck.setState({ text: joinEntries(read), read })

/** Sets the outside engines of the next check. */
export const setOutsideEngines = (outside: EngineId[]): void => useCheck.setState({ outside })

/** Number of entries per request, small enough for a quick response and visible progress. */
const BATCH_SIZE = 20
/** Number of entries per request with outside engines, which take seconds per entry. */
const OUTSIDE_BATCH_SIZE = 4

/** Cancels the check that was started last. */
let runController: AbortController | undefined

/** Splits the pasted list and checks it entry by entry. */
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

/** Splits a list; one that was read from a file keeps the entries of the file. */
async function splitList(text: string, read: ParsedList | undefined, signal: AbortSignal) {
  if (read && joinEntries(read) === text) return { success: true as const, data: read }
  return call(api.references.parse, { text }, { signal })
}

/** Continues a check that has stopped, with the first entry without a result. */
export async function resumeCheck(): Promise<void> {
  runController = new AbortController()
  useCheck.setState({ isRunning: true, problem: undefined })
  await compareRemaining(runController.signal)
}

/** Stops the check; its results are kept. */
export function stopCheck(): void {
  runController?.abort()
  finishRun('已停止，还没有核对的可以继续')
}

/** Returns to an empty field, or to the given list. */
export function resetCheck(text = ''): void {
  runController?.abort()
  useCheck.setState(({ outside, read }) => ({ ...INITIAL_STATE, text, outside, read }))
}

/** Ends the run; with a problem it can be resumed. */
const finishRun = (problem?: string): void => useCheck.setState({ isRunning: false, problem })

/** Checks the entries without a result, batch after batch, until all have one, a call fails or the run is aborted. */
async function compareRemaining(signal: AbortSignal): Promise<void> {
  for (;;) {
    const { entries, outside, engines } = useCheck.getState()
    const start = entries.findIndex(({ checked }) => !checked)
    if (start < 0) return finishRun()
    const batch = entries.slice(start, start + (outside.length > 0 ? OUTSIDE_BATCH_SIZE : BATCH_SIZE))
    const input = { entries: batch.map(({ text }) => text), engines: respondingEngines(outside, engines) }
    const answer = await call(api.references.check, input, { signal })
    if (signal.aborted) return
    if (!answer.success) return finishRun(`核对中断：${answer.message}`)
    const { list, papers } = answer.data
    const compared = batch.map(({ text }, index) => ({ text, checked: list[index] }))
    // Other entries may have been corrected since the call began.
    useCheck.setState((now) => ({
      papers,
      entries: now.entries.toSpliced(start, batch.length, ...compared),
      engines: sumEngineStates(engines, answer.data.engines),
    }))
  }
}

/** Returns the engines without a failure so far; one that failed is not queried again in this run. */
const respondingEngines = (outside: readonly EngineId[], engines: readonly CheckEngineState[]): EngineId[] =>
  outside.filter((id) => !engines.some((engine) => engine.id === id && engine.state !== 'ok'))

/** Adds up the engine states of all batches: the numbers of entries are sums, the states those of the last batch. */
function sumEngineStates(
  before: readonly CheckEngineState[],
  now: readonly CheckEngineState[],
): CheckEngineState[] {
  const sums = new Map(before.map((engine) => [engine.id, engine]))
  for (const engine of now)
    sums.set(engine.id, { ...engine, count: engine.count + (sums.get(engine.id)?.count ?? 0) })
  return [...sums.values()]
}

/**
 * Adds the work that an outside engine has for an entry to the library, and checks the entry against its new record. A
 * toast reports the result. Does nothing for an entry that no outside engine has.
 */
export async function importEntry({ text, checked }: CheckedEntry): Promise<void> {
  const key = checked?.outside?.key
  if (key === undefined) return
  const imported = await call(api.combine.keep, { keys: [key] })
  const answer = imported.success ? await call(api.references.check, { entries: [text] }) : imported
  if (!answer.success) return void toast(`没有收入：${answer.message}`, { tone: 'bad' })
  const [result] = answer.data.list
  useCheck.setState(({ entries }) => ({
    entries: entries.map((entry) => (entry.text === text ? { text, checked: result } : entry)),
  }))
  toast('已收入本馆文献')
}

/**
 * Returns an entry with every differing field corrected that can be (see `correctFields`); null when none can, or when
 * the identifier of the entry belongs to another work.
 */
export function correctEntry({ text, checked }: CheckedEntry): CheckedEntry | null {
  if (checked?.status !== 'differs' || checked.other || checked.outside_other) return null
  const corrected = correctFields(text, checked.fields)
  if (corrected.left.length === checked.fields.length) return null
  const status = corrected.left.length > 0 ? 'differs' : 'found'
  return { text: corrected.text, checked: { ...checked, status, fields: corrected.left } }
}

/** Corrects those of these entries in the list that can be (`correctEntry`); 撤销 in a toast restores them alone. */
export function correctEntries(chosen: ReadonlySet<CheckedEntry>): void {
  const { entries: before } = useCheck.getState()
  const entries = before.map((entry) => (chosen.has(entry) ? correctEntry(entry) : null) ?? entry)
  const changed = entries.filter((entry, at) => entry !== before[at]).length
  useCheck.setState({ entries })
  const undo = () =>
    useCheck.setState((now) => ({
      entries: now.entries.map((entry, at) => (entry === entries[at] ? (before[at] ?? entry) : entry)),
    }))
  toast(`已改正 ${changed} 条`, { undo })
}
