import { isChineseText } from '@scinav/search'
import { NO_CONSTRAINTS } from '../../language/question/constraints.ts'
import { isFollowUp } from '../../language/question/topic.ts'
import type { Context } from '../../platform/context/context.ts'
import {
  type Evidence,
  filterRelevant,
  type Retrieval,
  type RetrievalRequest,
  retrieve,
  statesShare,
} from '../../retrieval/index.ts'
import type { ChatTurn } from '../task/task.ts'
import { type AnswerFindings, findAmongPapers } from './find-among-papers.ts'
import { pickSentences } from './pick-sentences.ts'
import { answeringEvidence, relatedEvidence } from './relevant-evidence.ts'

/** The most papers of the last answer that are searched first. */
const MAX_RECENT_PAPERS = 8

/**
 * Finds evidence for an answer without a model. A follow-up question is first sought in the papers of the last answer.
 * Any other question is sought there when the library does not answer it. The evidence is empty when nothing is even
 * related.
 *
 * @throws the errors of `retrieve`.
 */
export async function findAnswer(
  ctx: Context,
  request: RetrievalRequest,
  history: ChatTurn[],
  signal: AbortSignal,
): Promise<AnswerFindings> {
  const recentPapers = recentlyCitedPapers(request, history)
  if (recentPapers.length > 0 && isFollowUp(request.question, request.earlier)) {
    const found = await findAmongPapers(ctx, request, recentPapers, signal)
    if (found) return found
  }
  const retrieval = await retrieve(ctx, request, signal)
  const byAuthor = retrieval.evidence.length === 0 ? await findByAuthorOnly(ctx, request, signal) : null
  if (byAuthor) return byAuthor
  const { criteria } = retrieval
  const answering = answeringEvidence(retrieval, request)
  const direct = answering.length > 0
  const findings = {
    retrieval,
    criteria,
    evidence: direct ? answering : relatedEvidence(retrieval, request),
    direct,
  }
  if (recentPapers.length === 0) return findings
  // For a question such as "how much did it save on average" the cited papers may have the answer that the library
  // lacks.
  const isAnswered = direct && pickSentences(answering, criteria).some(({ answers }) => answers)
  const foundInRecent = isAnswered ? null : await findAmongPapers(ctx, request, recentPapers, signal)
  if (foundInRecent) return foundInRecent
  // A passage that has only the words of the question, but another subject, does not answer a question about "it".
  const isOfTopic = await keepsTopic(ctx, retrieval, recentPapers, answering)
  return isOfTopic ? findings : { ...findings, evidence: relatedEvidence(retrieval, request), direct: false }
}

/** Returns the papers that the last answer cites, unless papers or a dataset were chosen. */
function recentlyCitedPapers({ scope }: RetrievalRequest, history: ChatTurn[]): string[] {
  const last = history.findLast(({ papers = [] }) => papers.length > 0)?.papers ?? []
  return scope.paper_ids.length === 0 && scope.dataset_id === null ? last.slice(0, MAX_RECENT_PAPERS) : []
}

/** The least share of the topic, by weight, that relevant evidence must state. */
const MIN_TOPIC_SHARE = 0.5

/**
 * Returns whether some evidence is from recently cited papers or about the topic of the earlier turns, if
 * any.
 */
async function keepsTopic(
  ctx: Context,
  { question, query }: Retrieval,
  recentPapers: string[],
  evidence: Evidence[],
): Promise<boolean> {
  const questionWords = new Set(question.query.split(' '))
  // The query of a follow-up question has the words of the topic besides its own.
  const topic = query.split(' ').filter((word) => !questionWords.has(word))
  if (topic.length === 0 || question.query === '') return true
  const index = await ctx.library.current()
  const { list } = await index.concepts(topic.join(' '))
  return evidence.some(
    ({ source_id, about, passage }) =>
      recentPapers.includes(source_id) ||
      statesShare(about, list, isChineseText(passage.text), MIN_TOPIC_SHARE),
  )
}

/**
 * Searches again with only the author constraint of a question, and returns what it finds as related evidence; null when
 * the question names no author.
 */
async function findByAuthorOnly(
  ctx: Context,
  request: RetrievalRequest,
  signal: AbortSignal,
): Promise<AnswerFindings | null> {
  const author = request.constraints?.author ?? []
  if (author.length === 0) return null
  const retrieval = await retrieve(ctx, { ...request, constraints: { ...NO_CONSTRAINTS, author } }, signal)
  const evidence = filterRelevant(retrieval.evidence, 'related', false)
  return { retrieval, criteria: retrieval.criteria, evidence, direct: false }
}
