import { applyResearchEvent, emptyResearch, type ResearchEvent, type ResearchState } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { filterLiveSessions } from '../account/user/index.ts'
import type { BaseContext, Context } from '../platform/context/context.ts'
import type { StreamReply } from '../platform/foundation/replies.ts'
import { notify } from '../platform/notices/index.ts'
import {
  createRunRegistry,
  type RunKind,
  type RunOutcome,
  type Runs,
  startRuns,
} from '../platform/runs/index.ts'
import { events, isPartial, leases, researchEvent } from './run/research.ts'
import * as runs from './run/run.store.ts'
import { runResearch } from './run-research.ts'

type ResearchRunKind = RunKind<ResearchEvent, ResearchState>
/** The research runs of this process. */
type ResearchRuns = Runs<ResearchEvent, ResearchState>

const isWaiting = ({ state }: ResearchState) => state === 'waiting_clarification' || state === 'waiting_plan'

/** Defines deep research as a kind of run: it waits for users and resumes after its process ended. */
const createRunKind = (ctx: Pick<BaseContext, 'now' | 'newId'>): ResearchRunKind => ({
  initial: emptyResearch,
  apply: applyResearchEvent,
  // A research emits no pieces of text that could be merged.
  coalesce: (all) => all,
  withTime: (event) => atTime(event, ctx.now()),
  withNumber: (event, { id, seq, state }) =>
    stampEvent(event, { id, seq, state, ts: ctx.now().toISOString() }),
  ends: {
    done: researchEvent('run.end', { state: 'completed' }),
    cancelled: researchEvent('run.end', { state: 'cancelled' }),
    interrupted: researchEvent('run.end', { state: 'failed' }),
    failed: () => researchEvent('run.end', { state: 'failed' }),
  },
  reset: { event: 'reset', data: {} },
  resumption: {
    take: leases.takeLease,
    release: (db, id, lease, state) =>
      leases.releaseLease(db, id, lease, isWaiting(state) ? 'waiting' : 'running'),
    work: (ctx, id, from) => (signal) => runResearch(ctx, { id, from }, signal),
  },
  store: {
    append: appendEvents,
    eventsAfter: events.listEventsAfter,
    allEvents: events.listEvents,
    lastEvent: events.findLastEvent,
    active: leases.listActive,
    held: leases.findHeld,
    begin: async () => {},
    extend: leases.extendLeases,
    end: async (db, id, lease, outcome) => {
      const wasHeld = await leases.end(db, id, lease, outcomeColumns(outcome))
      if (wasHeld) await notifyEnd({ ...ctx, db }, id, outcome.status)
      return wasHeld
    },
    hasEnded: leases.hasEnded,
    requestCancel: leases.requestCancel,
    approval: async () => false,
  },
  liveSessions: filterLiveSessions,
  openSubjects: async ({ db }, ids) => new Set(await runs.filterExisting(db, ids)),
})

/** Adds the time to an event. */
const atTime = ({ event, data }: ResearchEvent, now: Date) =>
  // Name and data come from the same event.
  ({ event, data: { ...data, ts: now.toISOString() } }) as ResearchEvent

/**
 * Fills in the fields common to all events, and the time when it is missing. The final event of a completed run states
 * whether all of its steps were carried out.
 */
export function stampEvent(
  { event, data }: ResearchEvent,
  { id, seq, ts, state }: { id: string; seq: number; ts: string; state: ResearchState },
): ResearchEvent {
  const thread_id = state.thread_id || (data as { thread_id?: string }).thread_id
  const isPartialEnd = event === 'run.end' && data.state === 'completed' && isPartial(state)
  const end = isPartialEnd ? { state: 'completed_partial' } : {}
  // Name and data come from the same event.
  return { event, data: { ...data, ...end, run_id: id, thread_id, seq, ts: data.ts || ts } } as ResearchEvent
}

/** Stores events and updates the state column of their runs. */
async function appendEvents(
  db: BaseContext['db'],
  rows: { run_id: string; seq: number; event: string }[],
): Promise<void> {
  await events.append(db, rows)
  const states = rows.flatMap(({ run_id, event }) => {
    // Only these events have a state, so the others need not be parsed.
    if (!event.startsWith('{"event":"run.')) return []
    const { data }: { data: { state?: string } } = JSON.parse(event)
    return data.state === undefined ? [] : [[run_id, data.state] as const]
  })
  for (const [id, state] of new Map(states)) await runs.update(db, id, { state })
}

/** Returns the columns of a run that has ended. */
function outcomeColumns({ status, state, seq, finished_at }: RunOutcome<ResearchEvent, ResearchState>) {
  // A run that is cancelled while the report is being written uses up its free research.
  const isUsed = status === 'cancelled' && state.sections.length > 0
  return {
    free: runs.settledQuota(isUsed ? 'used' : 'returned'),
    status,
    state: state.state,
    snapshot: JSON.stringify(state),
    last_seq: seq,
    finished_at,
  }
}

/** Notifies the owner of a run of its end, except after a cancellation. */
async function notifyEnd(
  ctx: Pick<BaseContext, 'db' | 'now' | 'newId'>,
  id: string,
  status: 'done' | 'cancelled' | 'failed',
): Promise<void> {
  const row = await runs.findById(ctx.db, id)
  if (!row || status === 'cancelled') return
  await notify(ctx, {
    user_ids: [row.user_id],
    kind: 'research',
    text: `深度研究${inCorners(row.title || row.question)}${status === 'done' ? '已经完成' : '没有完成'}`,
    route: `/deepResearch?run_id=${id}`,
  })
}

const registry = createRunRegistry<ResearchRuns>('research runs')

/** Returns the research runs of the process that a context belongs to. */
export const researchRunsOf = registry.of

/** Starts research runs in this process; runs that another process left are resumed. */
export async function startResearches(ctx: BaseContext, kind: 'sqlite' | 'postgres'): Promise<ResearchRuns> {
  return registry.add(ctx, await startRuns(ctx, createRunKind(ctx), kind))
}

/** Streams the events of a run after a sequence number, until its end. */
export function followResearch(ctx: Context, id: string, after: number): StreamReply<ResearchEvent> {
  return researchRunsOf(ctx).replay(ctx, { id, subject_id: id }, after)
}
