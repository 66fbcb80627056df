import {
  type AnswerEvent,
  type AnswerState,
  answerFaults,
  applyAnswerEvent,
  emptyAnswer,
} from '@scinav/contract'
import { liveSessions } from '../../account/user/index.ts'
import { type AnswerPart, type AnswerTask, answer } from '../../answers/index.ts'
import { mayReadDataset } from '../../knowledge/datasets/index.ts'
import { mayReadDocuments } from '../../knowledge/passages/index.ts'
import type { BaseContext, Context } from '../../platform/context/context.ts'
import type { StreamReply } from '../../platform/foundation/replies.ts'
import {
  type Follower,
  type RunKind,
  type RunOutcome,
  type Runs,
  startRuns,
} from '../../platform/runs/index.ts'
import { coalesced, columnsOf } from './answer-state.ts'
import * as approvals from './approval.store.ts'
import * as chats from './chat.store.ts'
import * as events from './event.store.ts'
import * as records from './record.store.ts'
import type { Request } from './request.ts'

/** Makes the parts of an answer. */
type Answerer = (ctx: Context, task: AnswerTask, signal: AbortSignal) => AsyncIterable<AnswerPart>

/** The answers that this process is making. */
export interface AnswerRuns extends Runs<AnswerEvent, AnswerState> {
  answerer: Answerer
}

const INTERRUPTED = {
  code: 'interrupted',
  message: '服务器重新启动，回答中断了；已经写出的内容保留着，可以重试。',
  retryable: true,
} as const

const INTERNAL = {
  code: 'internal',
  message: '生成回答时出现内部错误，请重试。',
  retryable: true,
} as const

/** An answer as a run: `id` is its record's, and it is about its chat. */
export const answerRun: RunKind<AnswerEvent, AnswerState> = {
  initial: emptyAnswer,
  apply: applyAnswerEvent,
  coalesce: coalesced,
  ends: {
    done: { event: 'done', data: {} },
    cancelled: { event: 'cancelled', data: {} },
    interrupted: { event: 'error', data: INTERRUPTED },
    failed,
  },
  reset: { event: 'reset', data: {} },
  store: {
    append: events.append,
    eventsAfter: events.eventsAfter,
    allEvents: events.allEvents,
    lastEvent: events.lastEvent,
    active: records.active,
    held,
    begin: records.begin,
    extend: records.extend,
    end: (db, id, lease, outcome) => records.end(db, id, lease, columnsOfEnd(outcome)),
    hasEnded: records.hasEnded,
    requestCancel: records.requestCancel,
    approval: approvals.decision,
  },
  admit,
}

/** A fault that names a code keeps it; anything else is ours, and its own message stays out of sight. */
function failed(ctx: BaseContext, id: string, error: unknown): AnswerEvent {
  const { code, message, retryable } = error as Partial<Record<'code' | 'message' | 'retryable', unknown>>
  const known = answerFaults.find((each) => each === code)
  if (known && typeof message === 'string') {
    ctx.log.warn({ fault: known, chat_record_id: id }, 'an answer failed')
    return { event: 'error', data: { code: known, message, retryable: retryable === true } }
  }
  ctx.log.error({ err: error, chat_record_id: id }, 'an answer failed')
  return { event: 'error', data: INTERNAL }
}

function columnsOfEnd({ status, last, state, seq, finished_at }: RunOutcome<AnswerEvent, AnswerState>) {
  return {
    ...columnsOf(state),
    status,
    error: last.event === 'error' ? JSON.stringify(last.data) : null,
    stream_seq: seq,
    finished_at,
  }
}

/** Documents of which an answer that this process makes was given passages, by answer. */
const given = new Map<string, Set<string>>()

/** The parts of an answer, whose documents are looked after until it ends: who may not read them any more hears no more of them. */
export async function* lookingAfter(
  id: string,
  parts: AsyncIterable<AnswerPart>,
): AsyncGenerator<AnswerPart> {
  const documents = new Set<string>()
  given.set(id, documents)
  try {
    for await (const part of parts) {
      const named = part.event === 'retrieval' ? part.data.hits : part.event === 'citation' ? [part.data] : []
      for (const { document_id } of named) if (document_id !== null) documents.add(document_id)
      yield part
    }
  } finally {
    given.delete(id)
  }
}

/** The answers that go on; one about a dataset or of documents that its reader may not read any more is to stop. */
async function held(db: BaseContext['db'], ids: string[], lease: string) {
  const rows = await records.held(db, ids, lease)
  const asked = rows.map(({ id, user_id, request }) => ({ id, user_id, ...aboutOf(request) }))
  const lost = new Set<string>()
  for (const { id, user_id, dataset_id, document_ids = [] } of asked) {
    if (dataset_id !== undefined && !(await mayReadDataset({ db }, user_id, dataset_id))) lost.add(id)
    const documents = [...document_ids, ...(given.get(id) ?? [])]
    if (documents.length > 0 && !(await mayReadDocuments({ db }, user_id, documents))) lost.add(id)
  }
  return rows.map(({ id, begun, cancel_requested }) => ({
    id,
    begun,
    cancel_requested: lost.has(id) ? (1 as const) : cancel_requested,
  }))
}

/** What a stored request is about. */
const aboutOf = (request: string): Pick<Request, 'dataset_id' | 'document_ids'> => JSON.parse(request)

/** Nobody who is logged out or disabled, and nothing of a chat that is deleted. */
async function admit(ctx: BaseContext, followers: Follower[]): Promise<(follower: Follower) => boolean> {
  const sessions = await liveSessions(ctx, [...new Set(followers.map(({ session_id }) => session_id))])
  const open = new Set(await chats.alive(ctx.db, [...new Set(followers.map(({ about }) => about))]))
  return ({ session_id, about }) => sessions.has(session_id) && open.has(about)
}

const all = new WeakMap<object, AnswerRuns>()

/** The answers of the process that a context belongs to. */
export function runsOf(ctx: Pick<BaseContext, 'config'>): AnswerRuns {
  const runs = all.get(ctx.config)
  if (!runs) throw new Error('the runs of this process were not started')
  return runs
}

/** Begins to make answers. */
export async function startAnswers(ctx: BaseContext, kind: 'sqlite' | 'postgres'): Promise<AnswerRuns> {
  const runs = { ...(await startRuns(ctx, answerRun, kind)), answerer: answer }
  all.set(ctx.config, runs)
  return runs
}

/** The stream of an answer after one event, until its end. */
export function followAnswer(
  ctx: Context,
  { id, chat_id }: { id: string; chat_id: string },
  after: number,
): StreamReply<AnswerEvent> {
  return runsOf(ctx).replay(ctx, { id, about: chat_id }, after)
}
