import {
  applyManuscriptCheckEvent,
  emptyManuscriptCheck,
  type ManuscriptCheckEvent,
  type ManuscriptCheckState,
  type ManuscriptFinding,
} from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { filterLiveSessions, isChecker } from '../../account/user/index.ts'
import type { BaseContext, Context } from '../../platform/context/context.ts'
import type { StreamReply } from '../../platform/foundation/replies.ts'
import { notify } from '../../platform/notices/index.ts'
import { createRunRegistry, type RunKind, type Runs, startRuns } from '../../platform/runs/index.ts'
import { endThesis } from './batch/end-batch.ts'
import { checkEvent, events, leases } from './check/check.ts'
import * as checks from './check.store.ts'
import { runManuscriptCheck } from './run-check.ts'

type CheckRuns = Runs<ManuscriptCheckEvent, ManuscriptCheckState>

/** Defines manuscript checks as a kind of run, which resumes after its process ended. */
const createRunKind = (
  ctx: Pick<BaseContext, 'now' | 'newId'>,
): RunKind<ManuscriptCheckEvent, ManuscriptCheckState> => ({
  initial: emptyManuscriptCheck,
  apply: applyManuscriptCheckEvent,
  coalesce: (all) => all,
  withTime: (event) => withCommon(event, { ts: ctx.now().toISOString() }),
  withNumber: (event, { id, seq }) => withCommon(event, { check_id: id, seq }),
  ends: {
    done: checkEvent('run.end', { state: 'completed' }),
    cancelled: checkEvent('run.end', { state: 'cancelled' }),
    interrupted: checkEvent('run.end', { state: 'failed' }),
    failed: () => checkEvent('run.end', { state: 'failed' }),
  },
  reset: { event: 'reset', data: {} },
  resumption: {
    take: leases.takeLease,
    release: (db, id, lease) => leases.releaseLease(db, id, lease, 'running'),
    work: (ctx, id, from) => (signal) => runManuscriptCheck(ctx, { id, from }, signal),
  },
  store: {
    append: events.append,
    eventsAfter: events.listEventsAfter,
    allEvents: events.listEvents,
    lastEvent: events.findLastEvent,
    active: leases.listActive,
    held: leases.findHeld,
    begin: async () => {},
    extend: leases.extendLeases,
    end: async (db, id, lease, { status, state, seq, finished_at }) => {
      const counts = countFindings(state.findings)
      const wasHeld = await leases.end(db, id, lease, {
        status,
        snapshot: JSON.stringify(state),
        counts: JSON.stringify(counts),
        last_seq: seq,
        finished_at,
      })
      if (!wasHeld) return false
      const ending = { ...ctx, db }
      if (!(await endThesis(ending, id, status, { state, counts }))) await notifyEnd(ending, id, status)
      return true
    },
    hasEnded: leases.hasEnded,
    requestCancel: leases.requestCancel,
    approval: async () => false,
  },
  liveSessions: filterLiveSessions,
  openSubjects: openChecks,
})

/** Fills in fields that all events have; an event that waits for storage keeps its time. */
const withCommon = (
  { event, data }: ManuscriptCheckEvent,
  common: { ts?: string; check_id?: string; seq?: number },
) =>
  // Name and data come from the same event.
  ({ event, data: { ...data, ...common } }) as ManuscriptCheckEvent

/** Counts findings by severity. */
function countFindings(findings: readonly ManuscriptFinding[]) {
  const counts = { fault: 0, check: 0, info: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}

/** Returns the route in the product that opens a check. */
export const checkRoute = (check_id: string): string => `/aiCitation?mode=manuscript&check_id=${check_id}`

/** Notifies the owner of a check of its end, except after a cancellation. */
async function notifyEnd(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId'>,
  id: string,
  status: 'done' | 'cancelled' | 'failed',
): Promise<void> {
  const row = await checks.findById(ctx.db, id)
  if (!row || status === 'cancelled') return
  await notify(ctx, {
    user_ids: [row.user_id],
    kind: 'document',
    text: `稿件${inCorners(row.file_name)}${status === 'done' ? '核对完了' : '没有核对完'}`,
    route: checkRoute(id),
  })
}

/** Returns the checks that exist, those of a batch while its owner has the role 核对员. */
async function openChecks(ctx: BaseContext, ids: string[]): Promise<ReadonlySet<string>> {
  const found = await checks.listExisting(ctx.db, ids)
  const barred = new Set<string>()
  for (const user_id of new Set(found.flatMap(({ batch_id, user_id }) => (batch_id === null ? [] : user_id))))
    if (!(await isChecker(ctx, user_id))) barred.add(user_id)
  return new Set(
    found.filter(({ batch_id, user_id }) => batch_id === null || !barred.has(user_id)).map(({ id }) => id),
  )
}

const registry = createRunRegistry<CheckRuns>('manuscript checks')

/** Returns the checks of the process that a context belongs to. */
export const manuscriptRunsOf = registry.of

/** Starts manuscript checks in this process; those that another process left are resumed. */
export async function startManuscriptChecks(
  ctx: BaseContext,
  kind: 'sqlite' | 'postgres',
): Promise<CheckRuns> {
  return registry.add(ctx, await startRuns(ctx, createRunKind(ctx), kind))
}

/** Streams the events of a check after a sequence number, until its end. */
export function followCheck(ctx: Context, id: string, after: number): StreamReply<ManuscriptCheckEvent> {
  return manuscriptRunsOf(ctx).replay(ctx, { id, subject_id: id }, after)
}
