import {
  type AnswerEvent,
  type AnswerState,
  answerFaults,
  applyAnswerEvent,
  emptyAnswer,
} from '@scinav/contract'
import { filterLiveSessions } from '../../account/user/index.ts'
import { type AnswerPart, type AnswerTask, answer } from '../../answers/index.ts'
import type { BaseContext, Context } from '../../platform/context/context.ts'
import type { StreamReply } from '../../platform/foundation/replies.ts'
import { createRunRegistry, type RunKind, type Runs, startRuns } from '../../platform/runs/index.ts'
import { answerColumns, outcomeColumns } from './answer-columns.ts'
import * as approvals from './approval.store.ts'
import * as chats from './chat.store.ts'
import * as events from './event.store.ts'
import { findHeldAnswers } from './held-answers.ts'
import * as answers from './record-run.store.ts'

/** Produces the parts of an answer. */
type Answerer = (ctx: Context, task: AnswerTask, signal: AbortSignal) => AsyncIterable<AnswerPart>

/** The answers that this process generates. */
export interface AnswerRuns extends Runs<AnswerEvent, AnswerState> {
  answerer: Answerer
}

/** Ends an answer whose process is gone. */
const INTERRUPTED_FAULT = {
  code: 'interrupted',
  message: '服务器重新启动，回答中断了；已经写出的内容保留着，可以重试。',
  retryable: true,
} as const

/** Shown instead of an error whose message is not for users. */
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
    store: (db, id, lease, state) => answers.complete(db, id, lease, answerColumns(state)),
  },
  reset: { event: 'reset', data: {} },
  store: {
    append: events.append,
    eventsAfter: events.listEventsAfter,
    allEvents: events.listEvents,
    lastEvent: events.findLastEvent,
    active: answers.listActive,
    held: findHeldAnswers,
    begin: answers.begin,
    extend: answers.extendLeases,
    end: (db, id, lease, outcome) => answers.end(db, id, lease, outcomeColumns(outcome)),
    hasEnded: answers.hasEnded,
    requestCancel: answers.requestCancel,
    approval: approvals.findDecision,
  },
  liveSessions: filterLiveSessions,
  openSubjects: async ({ db }, chat_ids) => new Set(await chats.filterExisting(db, chat_ids)),
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
