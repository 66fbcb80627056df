import type { Intent } from '../language/question/intent.ts'
import type { Context } from '../platform/context/context.ts'
import { filterRelevant, type Retrieval, type RetrievalRequest } from '../retrieval/index.ts'
import {
  type AspectAnswer,
  answerByAspect,
  describeChosenPapers,
} from './extractive/aspects/answer-by-aspect.ts'
import type { AnswerFindings } from './extractive/find-among-papers.ts'
import { type QuotedAnswer, quoteFindings } from './extractive/quoted-answer.ts'
import { findAnsweredFollowUps } from './suggestions/answerable-questions.ts'
import type { AnswerTask } from './task/task.ts'

/** The forms that an answer may take; at most one of `byAspect` and `description` is set. */
export interface ComposedAnswers {
  /** The papers laid out by aspect, because the question or the application asks for it; replaces quotes. */
  byAspect: AspectAnswer | null
  /** Quotes; null when nothing can be quoted. */
  quoted: QuotedAnswer | null
  /** The chosen papers by aspect, because the quotes from them do not answer; shown instead of the quotes. */
  description: AspectAnswer | null
}

interface ComposeOptions {
  found: AnswerFindings
  request: RetrievalRequest
  parts: string[]
  signal: AbortSignal
}

/** Lays the findings out by aspect or as quotes. When papers were chosen that do not answer, describes these instead. */
export async function composeAnswer(
  ctx: Context,
  task: AnswerTask,
  intent: Intent,
  { found, request, parts, signal }: ComposeOptions,
): Promise<ComposedAnswers> {
  const form = intent === 'table' ? 'table' : 'list'
  const { question, evidence, scoped } = found.retrieval
  const related = filterRelevant(evidence, 'related', scoped)
  const aspectRequest = { task, question, evidence: found.direct ? related : [] }
  const byAspect = form === 'list' ? await answerByAspect(ctx, aspectRequest) : null
  if (byAspect) return { byAspect, quoted: null, description: null }
  const quoted = await quoteFindings(ctx, request, found, { form, parts, signal })
  const isAnswered = quoted?.answered === true || task.scope.paper_ids.length === 0
  return { byAspect, quoted, description: isAnswered ? null : await describeChosenPapers(ctx, aspectRequest) }
}

/**
 * Returns questions that may follow: those for further aspects of the papers, else follow-ups that quotes answer. Empty
 * when the answer cites nothing.
 */
export async function followUpQuestions(
  ctx: Context,
  { scope }: AnswerTask,
  { question: { text, language } }: Retrieval,
  { byAspect, description, quoted }: ComposedAnswers,
  signal: AbortSignal,
): Promise<string[]> {
  const aspects = byAspect ?? description
  if (aspects && aspects.questions.length > 0) return aspects.questions
  const cited = aspects ? aspects.papers : (quoted?.cited ?? [])
  const works = [...new Map(cited.map(({ source_id, work }) => [source_id, work])).values()]
  return works.length === 0
    ? []
    : findAnsweredFollowUps(ctx, { question: text, works, language, scope }, signal)
}
