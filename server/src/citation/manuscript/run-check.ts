import {
  applyManuscriptCheckEvent,
  emptyManuscriptCheck,
  MANUSCRIPT_CHECK_LIMITS,
  type ManuscriptCheckEvent,
  type ManuscriptCheckState,
  manuscriptStages,
} from '@scinav/contract'
import { findActor } from '../../account/user/index.ts'
import { type BaseContext, type Context, contextForActor } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { diskFault } from '../../platform/foundation/fault.ts'
import { checkEvent, type ManuscriptCheck, ManuscriptFault } from './check/check.ts'
import * as checks from './check.store.ts'
import { balanceStage } from './stages/balance.ts'
import { findDuplicatesStage } from './stages/duplicates.ts'
import { checkFormStage } from './stages/form.ts'
import { findListStage } from './stages/list.ts'
import { lookUpStage } from './stages/look-up.ts'
import { readStage } from './stages/read.ts'
import { findStatusStage } from './stages/status.ts'
import { checkSupportStage } from './stages/support.ts'
import { createStoredCheck, createTransientCheck } from './storage.ts'

type Stage = (typeof manuscriptStages)[number]
type StageWork = (check: ManuscriptCheck, done: number) => AsyncIterable<ManuscriptCheckEvent>

/** The work of each stage, given how many of its units are done. */
const STAGES: Record<Stage, StageWork> = {
  read: readStage,
  list: findListStage,
  lookup: lookUpStage,
  duplicates: findDuplicatesStage,
  status: findStatusStage,
  form: checkFormStage,
  support: checkSupportStage,
  balance: balanceStage,
}

const ACCOUNT_GONE_MESSAGE = '这次核对的账号已经停用。'
const INTERNAL_FAULT_MESSAGE = '核对过程中出现内部错误，可以重新开始一次'

/**
 * Carries out a check from its present state, stage by stage. A stage that was interrupted goes on behind the units
 * whose findings are stored.
 *
 * @throws the error that made the check fail, after emitting it.
 */
export async function* runManuscriptCheck(
  base: BaseContext,
  { id, from }: { id: string; from: ManuscriptCheckState },
  signal: AbortSignal,
): AsyncGenerator<ManuscriptCheckEvent> {
  try {
    const row = await checks.findById(base.db, id)
    const actor = row ? await findActor(base, row.user_id) : null
    if (!row || !actor) throw new ManuscriptFault(ACCOUNT_GONE_MESSAGE)
    const ctx = contextForActor(base, actor, signal)
    const storage = createStoredCheck(ctx, row)
    const { file_name } = row
    yield* runStages({ ctx, file_name, request: JSON.parse(row.request), signal, storage }, from)
  } catch (error) {
    signal.throwIfAborted()
    yield checkEvent('error', toFault(base, id, error))
    throw error
  }
}

/** Carries out the stages of a check that are not done, in their order. */
async function* runStages(
  parts: Omit<ManuscriptCheck, 'state'>,
  from: ManuscriptCheckState,
): AsyncGenerator<ManuscriptCheckEvent> {
  let state = from
  const check: ManuscriptCheck = { ...parts, state: () => state }
  const { file_name, request, signal } = check
  const add = (event: ManuscriptCheckEvent) => {
    state = applyManuscriptCheckEvent(state, event)
    return event
  }
  if (state.file_name === '') {
    const { style, national, scope } = request
    yield add(checkEvent('check.created', { file_name, style, national, scope }))
  }
  for (const stage of manuscriptStages) {
    signal.throwIfAborted()
    const begun = state.stages.find((each) => each.stage === stage)
    if (begun?.state === 'done') continue
    if (!begun) yield add(checkEvent('stage.started', { stage }))
    for await (const event of STAGES[stage](check, begun?.done ?? 0)) yield add(withinLimit(state, event))
    yield add(checkEvent('stage.done', { stage }))
  }
}

/** Leaves out findings beyond the number that a check keeps. */
function withinLimit({ findings }: ManuscriptCheckState, event: ManuscriptCheckEvent): ManuscriptCheckEvent {
  if (event.event !== 'stage.progress') return event
  const room = Math.max(0, MANUSCRIPT_CHECK_LIMITS.findings - findings.length)
  return { ...event, data: { ...event.data, findings: event.data.findings.slice(0, room) } }
}

/**
 * Checks a file of this machine on behalf of nobody, keeping nothing; returns the state at the end.
 *
 * @throws ManuscriptFault when it cannot be checked.
 */
export async function checkFile(
  ctx: Context,
  { path, ...parts }: Pick<ManuscriptCheck, 'file_name' | 'request'> & { path: string },
): Promise<ManuscriptCheckState> {
  let state = emptyManuscriptCheck()
  const check = { ctx, ...parts, signal: ctx.stream.signal, storage: createTransientCheck(path) }
  for await (const event of runStages(check, state)) {
    const ts = ctx.now().toISOString()
    // Name and data come from the same event.
    const timed = { event: event.event, data: { ...event.data, ts } } as ManuscriptCheckEvent
    state = applyManuscriptCheckEvent(state, timed)
  }
  return { ...state, state: 'completed' }
}

/** Converts an error into what its owner reads; messages of unexpected errors are hidden. */
function toFault(
  base: BaseContext,
  check_id: string,
  error: unknown,
): { message: string; retryable: boolean } {
  if (error instanceof ManuscriptFault) return { message: error.message, retryable: error.retryable }
  const disk = diskFault(error)
  if (disk !== null) return toFault(base, check_id, new AppError(disk))
  if (error instanceof AppError) {
    base.log.warn({ fault: error.id, check_id }, 'a manuscript could not be checked')
    return { message: error.message, retryable: true }
  }
  base.log.error({ err: error, check_id }, 'a manuscript could not be checked')
  return { message: INTERNAL_FAULT_MESSAGE, retryable: true }
}
