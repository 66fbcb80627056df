import { transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { AnswerFault } from '../../retrieval/index.ts'
import { reserveFreeQuota } from '../run/free-quota.service.ts'
import type { Research } from '../run/research.ts'
import { researchEvent } from '../run/research-event.ts'

/**
 * Accepts the last plan of a run that asks its user nothing.
 *
 * @throws AnswerFault `quota_exceeded`.
 */
export async function* acceptPlan({ ctx, row, state }: Research) {
  const plan = state().plans.at(-1)
  if (!plan) throw new Error('there is no plan to accept')
  try {
    await transact(ctx, (ctx) => reserveFreeQuota(ctx, row.id))
  } catch (error) {
    if (error instanceof AppError) throw new AnswerFault('quota_exceeded', error.message, false)
    throw error
  }
  const { plan_id, version, steps } = plan
  yield researchEvent('plan.decision', { action: 'accept', plan_id, version, auto: true, steps })
}
