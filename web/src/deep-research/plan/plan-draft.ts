import type { PlanStep } from '@scinav/contract'

/** A plan step being edited; one without `step_id` is new. */
export interface DraftStep {
  /** Stable while the step is moved and changed. */
  key: string
  step_id?: string
  title: string
  goal: string
  queries: string[]
}

/** Converts plan steps to editable ones. */
export const toDraftSteps = (steps: readonly PlanStep[]): DraftStep[] =>
  steps.map((step) => ({ ...step, key: step.step_id }))

/** Returns a copy of the steps with the one at index `from` moved to index `to`; nothing moves out of range. */
export function moveStep<Step>(steps: readonly Step[], from: number, to: number): Step[] {
  const step = steps[from]
  if (step === undefined || to < 0 || to >= steps.length) return [...steps]
  return steps.toSpliced(from, 1).toSpliced(to, 0, step)
}

/** A step together with its earlier version. */
export interface StepChange {
  step: DraftStep
  /** The step in the version compared with; undefined for a new step. */
  previous: PlanStep | undefined
  /** Whether the step is new or differs from `previous`. */
  isChanged: boolean
}

/** The differences between a version of the plan and a draft. */
export interface PlanChanges {
  /** The steps of the draft. */
  steps: StepChange[]
  /** The steps that the draft no longer has. */
  removed: PlanStep[]
  /** Whether the steps that both have are in another order. */
  isReordered: boolean
  /** Number of changed, new and removed steps; another order counts as one more. */
  count: number
}

/** Returns whether two lists hold the same queries in the same order. */
const sameQueries = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n')

/** Compares a version of the plan, `base`, with a draft made from it. */
export function planChanges(base: readonly PlanStep[], draft: readonly DraftStep[]): PlanChanges {
  const baseSteps = new Map(base.map((step) => [step.step_id, step]))
  const steps = draft.map((step): StepChange => {
    const previous = baseSteps.get(step.step_id ?? '')
    const isSame =
      previous?.title === step.title &&
      previous.goal === step.goal &&
      sameQueries(previous.queries, step.queries)
    return { step, previous, isChanged: !isSame }
  })
  const keptIds = draft.flatMap(({ step_id }) => (step_id && baseSteps.has(step_id) ? [step_id] : []))
  const removed = base.filter(({ step_id }) => !keptIds.includes(step_id))
  const keptInOldOrder = base.flatMap(({ step_id }) => (keptIds.includes(step_id) ? [step_id] : []))
  const isReordered = keptInOldOrder.join(' ') !== keptIds.join(' ')
  const count = steps.filter(({ isChanged }) => isChanged).length + removed.length + (isReordered ? 1 : 0)
  return { steps, removed, isReordered, count }
}

/** A text split into what it shares with an earlier version at both ends, and the parts that differ. */
export interface TextChange {
  before: string
  removed: string
  added: string
  after: string
}

/** Finds the one part of a text that was added and the one that was removed; surrogate pairs stay whole. */
export function diffText(previous: string, current: string): TextChange {
  // Arrays of code points.
  const old = Array.from(previous)
  const next = Array.from(current)
  const shorter = Math.min(old.length, next.length)
  // `start` and `end` count the equal characters at both ends.
  let start = 0
  while (start < shorter && old[start] === next[start]) start += 1
  let end = 0
  while (end < shorter - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1
  const textOf = (chars: string[], from: number, to: number) => chars.slice(from, to).join('')
  return {
    before: textOf(next, 0, start),
    removed: textOf(old, start, old.length - end),
    added: textOf(next, start, next.length - end),
    after: textOf(next, next.length - end, next.length),
  }
}
