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

/** Returns the steps with the one at `from` moved to `to`. */
export function moveStep<Step>(steps: readonly Step[], from: number, to: number): Step[] {
  const step = steps[from]
  if (step === undefined || to < 0 || to >= steps.length) return [...steps]
  return steps.toSpliced(from, 1).toSpliced(to, 0, step)
}

/** A step together with its earlier version. */
export interface StepChange {
  step: DraftStep
  /** The step in the version compared with; undefined for a new step. */
  was: PlanStep | undefined
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

const sameQueries = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n')

/** Compares a version of the plan with a draft. */
export function planChanges(base: readonly PlanStep[], draft: readonly DraftStep[]): PlanChanges {
  const baseSteps = new Map(base.map((step) => [step.step_id, step]))
  const steps = draft.map((step): StepChange => {
    const was = baseSteps.get(step.step_id ?? '')
    const isSame =
      was?.title === step.title && was.goal === step.goal && sameQueries(was.queries, step.queries)
    return { step, was, isChanged: !isSame }
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

/** Finds the added and the removed part of a text; surrogate pairs stay whole. */
export function diffText(was: string, now: string): TextChange {
  // Arrays of code points.
  const old = Array.from(was)
  const next = Array.from(now)
  const shorter = Math.min(old.length, next.length)
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
