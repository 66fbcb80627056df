import {
  type api,
  emptyResearch,
  type OutputOf,
  type ParsedInputOf,
  type ResearchEvent,
  type ResearchState,
} from '@scinav/contract'
import { requireApplication } from '../chat/applications/index.ts'
import { type Context, transactReply } from '../platform/context/context.ts'
import { AppError } from '../platform/foundation/errors.ts'
import type { StreamReply } from '../platform/foundation/replies.ts'
import { requireOwnRun } from './guard.ts'
import { chooseEngine } from './model/choose-engine.ts'
import { followResearch, researchRunsOf } from './research-runs.ts'
import { requireFreeQuota } from './run/free-quota.service.ts'
import * as reports from './run/report.store.ts'
import { type ResearchRequest, requireSources } from './run/research.ts'
import * as runs from './run/run.store.ts'

type Calls = typeof api.deepResearch

/** Maximum number of runs of one user that run at a time. */
const MAX_CONCURRENT_RUNS = 3

/**
 * Starts a research run: checks sources, model and quotas, stores the run, and has this process begin it.
 *
 * @param unasked true when a program starts it, so that the user cannot be asked for consent to an external model.
 * @throws AppError for sources that the caller may not read; `application.not_found`; `model.not_found`;
 * `model.outside`; `research.no_free_count` when no free research is left today; `research.too_many_runs`.
 */
export async function beginResearch(
  ctx: Context,
  { question, ...options }: ParsedInputOf<Calls['begin']>,
  { unasked = false } = {},
): Promise<OutputOf<Calls['begin']>> {
  if (requireApplication(options.application_id).type !== 'deep_research')
    throw new AppError('application.not_found')
  await requireSources(ctx, options.sources)
  const { model, notices } = await chooseEngine(ctx, options, { unasked })
  const request: ResearchRequest = {
    ...options,
    ...(model && { model: model.id, outside: model.external }),
    notices,
  }
  const row = createRunRow(ctx, { question, request, model: model?.name ?? null })
  const reply = await transactReply(ctx, async (ctx) => {
    await requireFreeQuota(ctx)
    await requireRunQuota(ctx)
    await runs.insert(ctx.db, row)
    return { run_id: row.id, thread_id: row.thread_id, chat_id: row.thread_id, chat_record_id: row.id }
  })
  // Resuming a run without events begins it.
  await researchRunsOf(ctx).resumeRun(row.id)
  return reply
}

/**
 * Creates the row of a run that this process holds under a lease. Its thread and its report get their ids now, so that
 * they can be named before they exist. `status` says whether a process does the run (`waiting`: nobody), `state` how
 * far the research is. A place in the quota of free researches is reserved when the plan is accepted.
 *
 * @param model name of the language model; null for a research without one.
 */
function createRunRow(
  ctx: Context,
  { question, request, model }: { question: string; request: ResearchRequest; model: string | null },
): runs.RunRow {
  return {
    id: ctx.newId(),
    user_id: ctx.actor.id,
    thread_id: ctx.newId(),
    report_id: ctx.newId(),
    title: '',
    question,
    request: JSON.stringify(request),
    status: 'running',
    state: 'created',
    engine: model === null ? 'extractive' : 'model',
    model,
    free: 'none',
    reserved_at: null,
    snapshot: null,
    last_seq: 0,
    ...researchRunsOf(ctx).lease(),
    cancel_requested: 0,
    finish_requested: 0,
    deleted_at: null,
    created_at: ctx.now().toISOString(),
    finished_at: null,
  }
}

/**
 * Checks the limit of concurrent runs of a user.
 *
 * @throws AppError `research.too_many_runs`.
 */
export async function requireRunQuota(ctx: Pick<Context, 'db' | 'actor'>): Promise<void> {
  if ((await runs.countRunning(ctx.db, ctx.actor.id)) >= MAX_CONCURRENT_RUNS)
    throw new AppError('research.too_many_runs', { limit: MAX_CONCURRENT_RUNS })
}

/**
 * Returns a run of the caller with the state that its events add up to, and the number of the last of them, after which
 * `streamResearchEvents` continues.
 *
 * @throws AppError as `requireOwnRun`.
 */
export async function getResearch(
  ctx: Context,
  input: ParsedInputOf<Calls['run']>,
): Promise<OutputOf<Calls['run']>> {
  const row = await requireOwnRun(ctx, input)
  const { state, seq } = await loadState(ctx, row)
  const writtenReports = await reports.filterExisting(ctx.db, [row.report_id])
  const isStopping = row.finished_at === null && row.cancel_requested === 1
  return {
    ...toResearchSummary(row, writtenReports),
    ...(isStopping && { state: 'cancelling' as const }),
    chat_id: row.thread_id,
    chat_record_id: row.id,
    snapshot: state,
    last_seq: seq,
  }
}

/**
 * Returns the state of a run and the number of its last event: from the snapshot in its row when it has ended, else by
 * reducing its events.
 */
async function loadState(
  ctx: Pick<Context, 'db' | 'config'>,
  row: runs.RunRow,
): Promise<{ state: ResearchState; seq: number }> {
  // Snapshots of older versions lack fields that were added later.
  if (row.snapshot !== null)
    return { state: { ...emptyResearch(), ...JSON.parse(row.snapshot) }, seq: row.last_seq }
  return researchRunsOf(ctx).loadState(ctx, row.id)
}

/**
 * Converts a run to its summary, as in lists of researches. A run without a title is titled by its question.
 *
 * @param writtenReports ids of the reports that exist; a run names its report from the start.
 */
export function toResearchSummary(row: runs.RunRow, writtenReports: ReadonlySet<string>) {
  const { id, thread_id, report_id, title, question, engine, created_at, finished_at } = row
  // Requests of older versions have no depth.
  const {
    report_style,
    depth = 'standard',
  }: Pick<ResearchState, 'report_style'> & Partial<Pick<ResearchState, 'depth'>> = JSON.parse(row.request)
  return {
    thread_id,
    question,
    engine,
    created_at,
    finished_at,
    report_style,
    depth,
    run_id: id,
    report_id: writtenReports.has(report_id) ? report_id : null,
    title: title || question,
    // The column is a text, but only the states of events are written into it.
    state: row.state as ResearchState['state'],
  }
}

/**
 * Streams the events of a run after the last one that the client received, whose number it gives in the input or, when
 * it reconnects, in the header `Last-Event-ID`; the later one counts.
 */
export async function streamResearchEvents(
  ctx: Context,
  input: ParsedInputOf<Calls['events']>,
): Promise<StreamReply<ResearchEvent>> {
  const { id } = await requireOwnRun(ctx, input)
  return followResearch(ctx, id, Math.max(ctx.stream.after, input.after ?? 0))
}
