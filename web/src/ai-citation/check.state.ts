import { api, type OutputOf } from '@scinav/contract'
import { create } from 'zustand'
import { call } from '../api/call.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { corrected } from './correct.ts'

export type Checked = OutputOf<typeof api.references.check>['list'][number]

/** An entry of the list, and what came of it once it was compared. */
export interface CheckedEntry {
  text: string
  checked: Checked | undefined
}

interface CheckState {
  /** The list as it was pasted; stays while the person looks elsewhere. */
  text: string
  entries: CheckedEntry[]
  /** Entries beyond what one list may hold. */
  leftOut: number
  /** How many papers were searched; none before the first answer. */
  papers: number | undefined
  isRunning: boolean
  /** Why it stopped before the end. */
  problem: string | undefined
}

const NOTHING: CheckState = {
  text: '',
  entries: [],
  leftOut: 0,
  papers: undefined,
  isRunning: false,
  problem: undefined,
}

export const useCheck = create<CheckState>()(() => NOTHING)

export const writeList = (text: string): void => useCheck.setState({ text })

/** So many entries go out at once: an answer comes within a second or so, and progress is seen. */
const PART = 20

let run: AbortController | undefined

/** Takes the pasted list apart and compares it entry by entry. */
export async function beginCheck(): Promise<void> {
  run?.abort()
  run = new AbortController()
  const { signal } = run
  const { text } = useCheck.getState()
  useCheck.setState({ ...NOTHING, text, isRunning: true })
  const answer = await call(api.references.parse, { text }, { signal })
  if (signal.aborted) return
  if (!answer.success) return stop(answer.issues?.[0]?.message ?? answer.message)
  const { list, left_out: leftOut } = answer.data
  if (list.length === 0) return stop('没有读出参考文献，请每条占一行，或用 [1]、[2] 编号')
  useCheck.setState({ entries: list.map((each) => ({ text: each.text, checked: undefined })), leftOut })
  await compareRest(signal)
}

/** Goes on where it stopped. */
export async function goOn(): Promise<void> {
  run = new AbortController()
  useCheck.setState({ isRunning: true, problem: undefined })
  await compareRest(run.signal)
}

/** Ends what is under way; what has been compared stays. */
export function endCheck(): void {
  run?.abort()
  stop('已停止，还没有核对的可以继续')
}

/** Back to an empty field, or to the list that was pasted. */
export function forgetCheck(text = ''): void {
  run?.abort()
  useCheck.setState({ ...NOTHING, text })
}

const stop = (problem?: string): void => useCheck.setState({ isRunning: false, problem })

async function compareRest(signal: AbortSignal): Promise<void> {
  for (;;) {
    const { entries } = useCheck.getState()
    const from = entries.findIndex(({ checked }) => !checked)
    if (from < 0) return stop()
    const part = entries.slice(from, from + PART)
    const answer = await call(api.references.check, { entries: part.map(({ text }) => text) }, { signal })
    if (signal.aborted) return
    if (!answer.success) return stop(`核对中断：${answer.message}`)
    const { list, papers } = answer.data
    const compared = part.map(({ text }, at) => ({ text, checked: list[at] }))
    useCheck.setState({ papers, entries: entries.toSpliced(from, part.length, ...compared) })
  }
}

/** An entry with what can be put right in it; null where nothing can. */
export function correctedEntry({ text, checked }: CheckedEntry): CheckedEntry | null {
  if (checked?.status !== 'differs' || checked.other) return null
  const now = corrected(text, checked.fields)
  if (now.left.length === checked.fields.length) return null
  const status = now.left.length > 0 ? 'differs' : 'found'
  return { text: now.text, checked: { ...checked, status, fields: now.left } }
}

/** Puts these entries right in the list; 撤销 puts all back. */
export function correctEntries(chosen: ReadonlySet<CheckedEntry>): void {
  const { entries: before } = useCheck.getState()
  const entries = before.map((entry) => (chosen.has(entry) ? correctedEntry(entry) : null) ?? entry)
  const changed = entries.filter((entry, at) => entry !== before[at]).length
  useCheck.setState({ entries })
  toast(`已改正 ${changed} 条`, { undo: () => useCheck.setState({ entries: before }) })
}
