import {
  type AnswerEvent,
  type AnswerState,
  answerFaults,
  applyAnswerEvent,
  emptyAnswer,
} from '@scinav/contract'
import { filterLiveSessions } from '../../account/user/index.ts'
import { type AnswerPart, type AnswerTask, answer } from '../../answers/index.ts'
import { mayReadDataset } from '../../knowledge/datasets/index.ts'
import { mayReadDocuments } from '../../knowledge/passages/index.ts'
import type { BaseContext, Context } from '../../platform/context/context.ts'
import type { StreamReply } from '../../platform/foundation/replies.ts'
import {
  createRunRegistry,
  type RunKind,
  type RunOutcome,
  type Runs,
  startRuns,
} from '../../platform/runs/index.ts'
import * as approvals from './approval.store.ts'
import * as chats from './chat.store.ts'
import * as events from './event.store.ts'
import * as records from './record.store.ts'
import type { AnswerRequest } from './request.ts'

/** Converts the state of an answer to the columns of its record. */
export function answerColumns(state: AnswerState) {
  return {
    answer: state.answer,
    reasoning: state.reasoning,
    citations: JSON.stringify(state.citations),
    revisions: JSON.stringify(state.revisions),
    notices: JSON.stringify(state.notices),
    tool_calls: JSON.stringify(state.tool_calls),
    understood: state.understood && JSON.stringify(state.understood),
    other_questions: JSON.stringify(state.other_questions),
    usage: state.usage && JSON.stringify(state.usage),
  }
}

/** Merges consecutive text events of the same kind into one event. */
function coalesceEvents(events: AnswerEvent[]): AnswerEvent[] {
  const merged: AnswerEvent[] = []
  for (const next of events) {
    const last = merged.at(-1)
    if (last?.event === 'delta' && next.event === 'delta')
      merged[merged.length - 1] = { event: 'delta', data: { text: last.data.text + next.data.text } }
    else if (last?.event === 'reasoning' && next.event === 'reasoning')
      merged[merged.length - 1] = { event: 'reasoning', data: { delta: last.data.delta + next.data.delta } }
    else merged.push(next)
  }
  return merged
}

/** Produces the parts of an answer. */
type Answerer = (ctx: Context, task: AnswerTask, signal: AbortSignal) => AsyncIterable<AnswerPart>

/** The answers that this process generates. */
export interface AnswerRuns extends Runs<AnswerEvent, AnswerState> {
  answerer: Answerer
}

const INTERRUPTED_FAULT = {
  code: 'interrupted',
  message: '服务器重新启动，回答中断了；已经写出的内容保留着，可以重试。',
  retryable: true,
} as const

const INTERNAL_FAULT = {
  code: 'internal',
  message: '生成回答时出现内部错误，请重试。',
  retryable: true,
} as const

/** Defines an answer as a kind of run: `id` is the id of its record, `about` that of its chat. */
export const answerRun: RunKind<AnswerEvent, AnswerState> = {
  initial: emptyAnswer,
  apply: applyAnswerEvent,
  coalesce: coalesceEvents,
  ends: {
    done: { event: 'done', data: {} },
    cancelled: { event: 'cancelled', data: {} },
    interrupted: { event: 'error', data: INTERRUPTED_FAULT },
    failed: failureEvent,
  },
  completion: {
    event: 'checking',
    store: (db, id, lease, state) => records.complete(db, id, lease, answerColumns(state)),
  },
  reset: { event: 'reset', data: {} },
  store: {
    append: events.append,
    eventsAfter: events.listEventsAfter,
    allEvents: events.listEvents,
    lastEvent: events.findLastEvent,
    active: records.listActive,
    held: findHeldAnswers,
    begin: records.begin,
    extend: records.extendLeases,
    end: (db, id, lease, outcome) => records.end(db, id, lease, outcomeColumns(outcome)),
    hasEnded: records.hasEnded,
    requestCancel: records.requestCancel,
    approval: approvals.findDecision,
  },
  liveSessions: filterLiveSessions,
  openSubjects: async ({ db }, chat_ids) => new Set(await chats.filterExisting(db, chat_ids)),
}

/**
 * Converts an error into an error event. Known fault codes are kept with their messages; other errors are internal, and
 * their messages are hidden.
 */
function failureEvent(ctx: BaseContext, id: string, error: unknown): AnswerEvent {
  const { code, message, retryable } = error as Partial<Record<'code' | 'message' | 'retryable', unknown>>
  const faultCode = answerFaults.find((each) => each === code)
  if (faultCode && typeof message === 'string') {
    ctx.log.warn({ fault: faultCode, chat_record_id: id }, 'an answer failed')
    return { event: 'error', data: { code: faultCode, message, retryable: retryable === true } }
  }
  ctx.log.error({ err: error, chat_record_id: id }, 'an answer failed')
  return { event: 'error', data: INTERNAL_FAULT }
}

/** Returns the columns of an answer that has ended. */
function outcomeColumns({ status, last, state, seq, finished_at }: RunOutcome<AnswerEvent, AnswerState>) {
  return {
    ...answerColumns(state),
    status,
    error: last.event === 'error' ? JSON.stringify(last.data) : null,
    stream_seq: seq,
    finished_at,
  }
}

/** Ids of the documents from which running answers of this process received passages, by answer. */
const documentsByAnswer = new Map<string, Set<string>>()

/**
 * Passes on the parts of an answer and records its documents until it ends, so that it can be stopped when the user
 * loses the right to read one of them.
 */
export async function* trackDocuments(
  id: string,
  parts: AsyncIterable<AnswerPart>,
): AsyncGenerator<AnswerPart> {
  const documents = new Set<string>()
  documentsByAnswer.set(id, documents)
  try {
    for await (const part of parts) {
      for (const { document_id } of sourcesOf(part)) if (document_id !== null) documents.add(document_id)
      yield part
    }
  } finally {
    documentsByAnswer.delete(id)
  }
}

/** Returns the sources that a part of an answer names; none for most parts. */
function sourcesOf(part: AnswerPart): { document_id: string | null }[] {
  if (part.event === 'retrieval') return part.data.hits
  return part.event === 'citation' ? [part.data] : []
}

/**
 * Returns the running answers of a lease. An answer about a dataset or documents that its user may no longer read is
 * returned with a cancellation request.
 */
async function findHeldAnswers(db: BaseContext['db'], ids: string[], lease: string) {
  const rows = await records.findHeld(db, ids, lease)
  const scopes = rows.map(({ id, user_id, request }) => ({ id, user_id, ...requestScope(request) }))
  /** The ids of answers whose users have lost a right. */
  const lost = new Set<string>()
  for (const { id, user_id, dataset_id, document_ids = [] } of scopes) {
    if (dataset_id !== undefined && !(await mayReadDataset({ db }, user_id, dataset_id))) lost.add(id)
    const documents = [...document_ids, ...(documentsByAnswer.get(id) ?? [])]
    if (documents.length > 0 && !(await mayReadDocuments({ db }, user_id, documents))) lost.add(id)
  }
  return rows.map(({ id, begun, cancel_requested }) => ({
    id,
    begun,
    cancel_requested: lost.has(id) ? (1 as const) : cancel_requested,
  }))
}

/** Parses the scope of a stored request. */
const requestScope = (request: string): Pick<AnswerRequest, 'dataset_id' | 'document_ids'> =>
  JSON.parse(request)

const registry = createRunRegistry<AnswerRuns>('answers')

/** Returns the answers of the process that a context belongs to. */
export const answerRunsOf = registry.of

/** Starts generating answers in this process; `kind` is its database. */
export async function startAnswers(ctx: BaseContext, kind: 'sqlite' | 'postgres'): Promise<AnswerRuns> {
  return registry.add(ctx, { ...(await startRuns(ctx, answerRun, kind)), answerer: answer })
}

/** Streams the events of an answer after a sequence number, until its end. */
export function followAnswer(
  ctx: Context,
  { id, chat_id }: { id: string; chat_id: string },
  after: number,
): StreamReply<AnswerEvent> {
  return answerRunsOf(ctx).replay(ctx, { id, subject_id: chat_id }, after)
}
