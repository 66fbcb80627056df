import { collectTextTerms, isChineseText, joinTermPlaces } from '@scinav/search'
import { NO_CONSTRAINTS } from '../../language/question/constraints.ts'
import { readQuestion } from '../../language/question/question.ts'
import { isFollowUp } from '../../language/question/topic.ts'
import type { Context } from '../../platform/context/context.ts'
import {
  type AnswerCriteria,
  answerCriteria,
  type Evidence,
  filterRelevant,
  isRelated,
  type Retrieval,
  type RetrievalRequest,
  retrieve,
  statesShare,
} from '../../retrieval/index.ts'
import type { ChatTurn } from '../task/task.ts'
import { pickSentences } from './pick-sentences.ts'

/** The findings for a question or for one of its parts. */
export interface AnswerFindings {
  retrieval: Retrieval
  criteria: AnswerCriteria
  /** The evidence that is relevant to the question. */
  evidence: Evidence[]
  /** Whether the evidence may answer the question, rather than being only related. */
  direct: boolean
}

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

/** Returns the papers that the last answer cites, unless papers or a dataset were chosen. */
function recentlyCitedPapers({ scope }: RetrievalRequest, history: ChatTurn[]): string[] {
  const last = history.findLast(({ papers = [] }) => papers.length > 0)?.papers ?? []
  return scope.paper_ids.length === 0 && scope.dataset_id === null ? last.slice(0, MAX_RECENT_PAPERS) : []
}

/** Returns evidence to show as related; that of chosen papers and of a named author needs less coverage. */
function relatedEvidence(
  { evidence, concepts }: Retrieval,
  { scope, constraints }: RetrievalRequest,
): Evidence[] {
  const isChosen = scope.paper_ids.length > 0 || (constraints?.author ?? []).length > 0
  return isChosen
    ? filterRelevant(evidence, 'related', true)
    : evidence.filter((each) => each.near_rank !== undefined || isRelated(each, concepts))
}

/** The least coverage, relative to the best, of further papers in a list of an author's papers. */
const MIN_SHARE_OF_BEST = 0.7

/**
 * Returns evidence that may answer. A list of an author's papers falls back to what comes close to the best match,
 * because its subject may be broad: 「在历史或文学方面」.
 */
function answeringEvidence(
  { evidence, scoped, question }: Retrieval,
  { constraints }: RetrievalRequest,
): Evidence[] {
  const relevant = filterRelevant(evidence, 'quotes', scoped)
  const isListOfAuthor = question.type === 'list' && (constraints?.author ?? []).length > 0
  if (relevant.length > 0 || !isListOfAuthor) return relevant
  const bestCoverage = Math.max(0, ...evidence.map(({ coverage }) => coverage))
  return filterRelevant(evidence, 'quotes', true).filter(
    ({ coverage }) => coverage >= bestCoverage * MIN_SHARE_OF_BEST,
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

/** The least share of the question that a sentence with its paper must state. */
const MIN_QUESTION_SHARE = 0.5

/**
 * Finds an answer within some papers, which count as being about the subject. The evidence is in the order of
 * `paper_ids`. Returns null when they have no answer.
 */
export async function findAmongPapers(
  ctx: Context,
  request: RetrievalRequest,
  paper_ids: string[],
  signal: AbortSignal,
): Promise<AnswerFindings | null> {
  const retrieval = await retrieve(ctx, { ...request, scope: { ...request.scope, paper_ids } }, signal)
  const ranks = new Map(paper_ids.map((id, index) => [id, index]))
  const rankOf = ({ source_id }: Evidence) => ranks.get(source_id) ?? paper_ids.length
  const evidence = retrieval.evidence.toSorted((a, b) => rankOf(a) - rankOf(b))
  const question = readQuestion(request.question)
  const index = await ctx.library.current()
  // The concepts of this question alone, without those of the earlier ones.
  const { list: concepts } = await index.concepts(question.query)
  const criteria = await answerCriteria(ctx, question, { concepts, absent: [], subject_known: true })
  const answers = pickSentences(evidence, criteria).filter(
    ({ answers: isAnswer, quote, evidence: { about } }) =>
      isAnswer &&
      statesShare(
        joinTermPlaces(about, collectTextTerms([quote])),
        concepts,
        isChineseText(quote),
        MIN_QUESTION_SHARE,
      ),
  )
  if (answers.length === 0) return null
  const papers = new Set(answers.map(({ evidence: { source_id } }) => source_id))
  return {
    retrieval,
    criteria,
    evidence: evidence.filter(({ source_id }) => papers.has(source_id)),
    direct: true,
  }
}
