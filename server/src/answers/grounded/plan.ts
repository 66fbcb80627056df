import { z } from 'zod'
import { readQuestion } from '../../language/question/question.ts'
import { sharesWords } from '../../language/question/topic.ts'
import { TIME_BOUND } from '../../language/question/year-constraint.ts'
import { escapeData, stripInvisible } from '../../language/text/clean.ts'
import {
  ANSWER_TYPES,
  objectSchema,
  renderPrompt,
  requestStructured,
  type TokenUsage,
} from '../../models/prompts/index.ts'
import type { ChatModel, ModelMessage } from '../../platform/providers/models/port.ts'
import { readStructuredReply } from '../../platform/providers/models/structured-reply.ts'
import type { AnswerTask } from '../task/task.ts'

/** What a question is about: the literature, the last answer, the chat itself, or something else. */
const INTENTS = ['library', 'last_answer', 'talk', 'outside'] as const
/** The kind of answer that a question asks for, as a model states it. */
export type PlannedType = (typeof ANSWER_TYPES)[number]

/** How to search for the answer to a question. */
export interface Plan {
  /** The question rephrased so that it can be understood alone, in its own language. */
  question: string
  intent: (typeof INTENTS)[number]
  type: PlannedType
  /** The questions it consists of; empty unless there are several. */
  parts: string[]
  /** Further queries, in both languages. */
  queries: string[]
  /** Years, both inclusive, and names of authors and venues; only what the conversation states. */
  filters: { from: number | null; until: number | null; authors: string[]; venues: string[] }
  /** Whether the model calls the evidence of earlier answers sufficient. */
  enough: boolean
}

/** The most queries, and parts of the question, of a plan; a text longer than `MAX_QUERY_CHARS` is dropped. */
const MAX_QUERIES = 6
const MAX_PARTS = 4
const MAX_QUERY_CHARS = 160
/** Bounds the rephrased question, in UTF-16 units. */
const MAX_QUESTION_CHARS = 600
/** Bounds the original question in the prompt, in UTF-16 units. */
const MAX_ORIGINAL_CHARS = 4 * MAX_QUESTION_CHARS

const shortTextShape = z.string().transform((text) => stripInvisible(text).replace(/\s+/g, ' ').trim())
const textListShape = z
  .array(shortTextShape)
  .catch([])
  .transform((list) => [...new Set(list)].filter((text) => text !== '' && text.length <= MAX_QUERY_CHARS))
const yearShape = z.coerce.number().int().min(1000).max(2999).nullable().catch(null)

/**
 * Parses a plan leniently: missing or malformed fields become empty. The field `question` is required; an empty string
 * stands for the question as asked.
 */
const planShape = z.object({
  question: shortTextShape.refine((text) => text.length <= MAX_QUESTION_CHARS),
  intent: z.enum(INTENTS).catch('library'),
  type: z.enum(ANSWER_TYPES).catch('other'),
  parts: textListShape.transform((list) => (list.length > 1 ? list.slice(0, MAX_PARTS) : [])),
  queries: textListShape.transform((list) => list.slice(0, MAX_QUERIES)),
  filters: z
    .object({ from: yearShape, until: yearShape, authors: textListShape, venues: textListShape })
    .catch({ from: null, until: null, authors: [], venues: [] }),
  enough: z.boolean().catch(false),
})

const TEXT_LIST = { type: 'array', items: { type: 'string' } }
const YEAR = { type: ['integer', 'null'] }

/** The form of a plan as `planShape` reads it and the prompt describes it. */
const REPLY_SCHEMA = objectSchema({
  question: { type: 'string' },
  intent: { type: 'string', enum: INTENTS },
  type: { type: 'string', enum: ANSWER_TYPES },
  parts: TEXT_LIST,
  queries: TEXT_LIST,
  filters: {
    ...objectSchema({ from: YEAR, until: YEAR, authors: TEXT_LIST, venues: TEXT_LIST }),
    type: ['object', 'null'],
  },
  enough: { type: 'boolean' },
})

/** How long the model may take for a plan, ms, and the bound of its reply. */
const PLAN_TIMEOUT_MS = 15_000
const MAX_PLAN_TOKENS = 400
/** The earlier turns given to the planner, and the length of each in UTF-16 units. */
const MAX_HISTORY_TURNS = 3
const MAX_TURN_CHARS = 400
/** The most titles of chosen papers given to the planner. */
const MAX_CHOSEN_TITLES = 10

interface PlanRequest {
  task: Pick<AnswerTask, 'question' | 'history'>
  /** Titles of the chosen papers. */
  chosen: string[]
  now: Date
  nonce: string
}

/** Returns the messages that ask a model for a plan. */
function planMessages({ task, chosen, now, nonce }: PlanRequest): ModelMessage[] {
  const escaped = (text: string) => escapeData(text, nonce)
  const block = (name: string, text: string) => `<${name}-${nonce}>\n${text}\n</${name}-${nonce}>`
  const turns = task.history.slice(-MAX_HISTORY_TURNS).map(({ question, answer }) => {
    const answered = answer.slice(0, MAX_TURN_CHARS)
    return block(
      'turn',
      `asked: ${escaped(question.slice(0, MAX_TURN_CHARS))}\nanswered: ${escaped(answered)}`,
    )
  })
  const papers =
    chosen.length > 0 ? [block('chosen-papers', escaped(chosen.slice(0, MAX_CHOSEN_TITLES).join('\n')))] : []
  const question = block('question', escaped(task.question.slice(0, MAX_ORIGINAL_CHARS)))
  return [
    { role: 'system', content: renderPrompt('plan', { today: now.toISOString().slice(0, 10), nonce }) },
    { role: 'user', content: [...turns, ...papers, question].join('\n\n') },
  ]
}

/**
 * Asks a model how to search for a question, bounded in time and tokens. A reply that is no plan is asked for
 * once more.
 *
 * @returns null when the second response is no plan either.
 * @throws ModelFault, the signal's reason, TimeoutError; callers then search by the rules.
 */
export async function makePlan(
  model: ChatModel,
  request: PlanRequest,
  { signal, usage }: { signal: AbortSignal; usage: TokenUsage },
): Promise<Plan | null> {
  const asked = {
    messages: planMessages(request),
    max_tokens: MAX_PLAN_TOKENS,
    reply_schema: REPLY_SCHEMA,
    read: (text: string) => readStructuredReply(text, planShape),
  }
  const plan = await requestStructured(model, asked, { signal, within_ms: PLAN_TIMEOUT_MS, usage })
  return plan && validatePlan(plan, request.task)
}

/**
 * Drops parts of a plan that do not fit the question. A rephrased question in another language, or without a word of
 * the conversation, is replaced by the original, and filters that the conversation does not state are removed.
 */
function validatePlan(plan: Plan, { question, history }: PlanRequest['task']): Plan {
  const original = readQuestion(question)
  const conversation = [question, ...history.map((turn) => turn.question)].join('\n')
  const planned = readQuestion(plan.question)
  if (plan.question === '')
    return { ...plan, question: original.text, filters: statedFilters(plan.filters, conversation) }
  const keepsQuestion = planned.language === original.language && sharesWords(plan.question, conversation)
  return {
    ...plan,
    question: keepsQuestion ? planned.text : original.text,
    // A plan that lost the question is not trusted about its type either; a translation has not lost it.
    ...(keepsQuestion || planned.language !== original.language
      ? {}
      : { type: 'other', parts: [], intent: 'library' }),
    filters: statedFilters(plan.filters, conversation),
  }
}

/** Keeps the filters that the conversation states: its years or a time expression, and names that it has a word of. */
function statedFilters(
  { from, until, authors, venues }: Plan['filters'],
  conversation: string,
): Plan['filters'] {
  const isStated = (each: number | null) =>
    each !== null && (conversation.includes(String(each)) || TIME_BOUND.test(conversation))
  const lowerCase = conversation.toLowerCase()
  const isNamed = (each: string) =>
    each
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.length > 1 && lowerCase.includes(word))
  return {
    from: isStated(from) ? from : null,
    until: isStated(until) ? until : null,
    authors: authors.filter(isNamed),
    venues: venues.filter(isNamed),
  }
}
