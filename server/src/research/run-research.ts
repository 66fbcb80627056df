import { applyResearchEvent, type ResearchEvent, type ResearchState } from '@scinav/contract'
import { findActor } from '../account/user/index.ts'
import { type BaseContext, contextForActor } from '../platform/context/context.ts'
import { AppError } from '../platform/foundation/errors.ts'
import { PARKED_END } from '../platform/runs/index.ts'
import { AnswerFault } from '../retrieval/index.ts'
import { nextPhase } from './research-phases.ts'
import { type Research, researchEvent } from './run/research.ts'
import * as runs from './run/run.store.ts'

const ACCOUNT_GONE_MESSAGE = '这项研究的账号已经停用。'
const INTERNAL_FAULT_MESSAGE = '研究过程中出现内部错误，可以重新开始一次'

/**
 * Carries out a research run from its present state, phase by phase. Each phase is a function of the state, so that a
 * phase restarted after an interruption emits the same events.
 *
 * @returns the marker of a parked run when it waits for its user.
 * @throws the error that made the run fail, after emitting it.
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

/** Carries out phase after phase until the run has ended or waits for its user. */
async function* runPhases(
  { ctx, row, signal }: Pick<Research, 'ctx' | 'row' | 'signal'>,
  from: ResearchState,
): AsyncGenerator<ResearchEvent, unknown> {
  let state = from
  /** Fills in the ids of the run, applies an event to the state, and returns it to be emitted. */
  const apply = (emitted: ResearchEvent) => {
    // Name and data come from the same event.
    const event = {
      ...emitted,
      data: { ...emitted.data, run_id: row.id, thread_id: row.thread_id },
    } as ResearchEvent
    state = applyResearchEvent(state, event)
    return event
  }
  const research: Research = { ctx, row, request: JSON.parse(row.request), signal, state: () => state }
  if (wasInterrupted(from)) yield apply(researchEvent('run.state', { state: 'interrupted' }))
  for (;;) {
    signal.throwIfAborted()
    const finishing = (await runs.findById(ctx.db, row.id))?.finish_requested === 1
    const phase = nextPhase(state, { auto: research.request.auto_accept_plan, finishing })
    if (phase === 'end') return undefined
    if (phase.state !== state.state) yield apply(researchEvent('run.state', { state: phase.state }))
    if (!phase.work) return PARKED_END
    for await (const event of phase.work(research)) yield apply(event)
  }
}

/** Returns whether a step or section was started and not finished, because the process ended. */
const wasInterrupted = ({ steps, sections }: ResearchState): boolean =>
  steps.some(({ state }) => state === 'running') || sections.some(({ state }) => state === 'writing')

/**
 * Converts an error into the fault shown to the user. Messages of `AnswerFault` and `AppError` are kept; other errors
 * are internal, and their messages are hidden.
 */
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
