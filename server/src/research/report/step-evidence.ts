import type { ResearchEvidence, ResearchState } from '@scinav/contract'
import { stepFocus } from '../plan/focus.ts'

/**
 * Returns the evidence for the section of a step. Limitations are reported in the section on limits, unless the step
 * looks for them.
 */
export function stepEvidence({ evidence, steps }: ResearchState, step_id: string | null): ResearchEvidence[] {
  const step = steps.find((each) => each.step_id === step_id)
  const isAfterLimits = step !== undefined && stepFocus(step) === 'limitation'
  return evidence.filter(
    (each) => each.step_id === step_id && (isAfterLimits || each.aspect !== 'limitation'),
  )
}
