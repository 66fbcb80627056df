import { applyResearchEvent, type ResearchEvent, type ResearchState } from '@scinav/contract'
import { findActor } from '../account/user/index.ts'
import { type BaseContext, contextForActor } from '../platform/context/context.ts'
import { AppError } from '../platform/foundation/errors.ts'
import { PARKED_END } from '../platform/runs/index.ts'
import { AnswerFault } from '../retrieval/index.ts'
import { nextPhase } from './phases.ts'
import type { Research } from './research/research.ts'
import { researchEvent } from './research/research-event.ts'
import * as runs from './research/run.store.ts'

const ACCOUNT_GONE_MESSAGE = '这项研究的账号已经停用。'
const INTERNAL_FAULT_MESSAGE = '研究过程中出现内部错误，可以重新开始一次'

/**
 * Runs a research, from what it has come to before: phase by phase, each a function of what stands in its state, so
 * that one that is begun again after an interruption says the same.
 *
 * @returns `PARKED` where it waits for a person.
 * @throws whatever made it fail, after it was told.
 */
export async function* runResearch(
  base: BaseContext,
  { id, from }: { id: string; from: ResearchState },
  signal: AbortSignal,
): AsyncGenerator<ResearchEvent, unknown> {
  try {
    const row = await runs.findById(base.db, id)
    const actor = row ? await findActor(base, row.user_id) : null
    if (!row || !actor) throw new AnswerFault('internal', ACCOUNT_GONE_MESSAGE, false)
    return yield* runPhases({ ctx: contextForActor(base, actor, signal), row, signal }, from)
  } catch (error) {
    signal.throwIfAborted()
    yield researchEvent('error', { fault: toRunFault(base, id, error) })
    throw error
  }
}

async function* runPhases(
  { ctx, row, signal }: Pick<Research, 'ctx' | 'row' | 'signal'>,
  from: ResearchState,
): AsyncGenerator<ResearchEvent, unknown> {
  let state = from
  const add = (bare: ResearchEvent) => {
    // The name and what goes with it come from one event.
    const event = {
      ...bare,
      data: { ...bare.data, run_id: row.id, thread_id: row.thread_id },
    } as ResearchEvent
    state = applyResearchEvent(state, event)
    return event
  }
  const research: Research = { ctx, row, request: JSON.parse(row.request), signal, state: () => state }
  if (wasInterrupted(from)) yield add(researchEvent('run.state', { state: 'interrupted' }))
  for (;;) {
    signal.throwIfAborted()
    const finishing = (await runs.findById(ctx.db, row.id))?.finish_requested === 1
    const phase = nextPhase(state, { auto: research.request.auto_accept_plan, finishing })
    if (phase === 'end') return undefined
    if (phase.state !== state.state) yield add(researchEvent('run.state', { state: phase.state }))
    if (!phase.work) return PARKED_END
    for await (const bare of phase.work(research)) yield add(bare)
  }
}

/** Something was begun and not finished: the process that did it has ended. */
const wasInterrupted = ({ steps, sections }: ResearchState): boolean =>
  steps.some(({ state }) => state === 'running') || sections.some(({ state }) => state === 'writing')

/** A fault that is the person's to know keeps its words; anything else is ours, and its own message stays out of sight. */
function toRunFault(base: BaseContext, run_id: string, error: unknown) {
  if (error instanceof AnswerFault) {
    const { code, message, retryable } = error
    base.log.warn({ fault: code, run_id }, 'a research failed')
    return { code, message, retryable }
  }
  if (error instanceof AppError) {
    base.log.warn({ fault: error.id, run_id }, 'a research failed')
    return { code: 'retrieval_failed' as const, message: error.message, retryable: false }
  }
  base.log.error({ err: error, run_id }, 'a research failed')
  return { code: 'internal' as const, message: INTERNAL_FAULT_MESSAGE, retryable: true }
}
