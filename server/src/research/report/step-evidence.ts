import type { ResearchEvidence, ResearchState } from '@scinav/contract'
import { stepFocus } from '../plan/focus.ts'

/**
 * What the section of a step tells. What sources state as their limits is told with the limits of all, unless the step is
 * after that.
 */
export function stepEvidence({ evidence, steps }: ResearchState, step_id: string | null): ResearchEvidence[] {
  const step = steps.find((each) => each.step_id === step_id)
  const isAfterLimits = step !== undefined && stepFocus(step) === 'limitation'
  return evidence.filter(
    (each) => each.step_id === step_id && (isAfterLimits || each.aspect !== 'limitation'),
  )
}
