import type { Context } from '../context.ts'
import type { EmbeddingModel, RerankModel } from '../providers/models/port.ts'
import { findCandidates } from './candidate.service.ts'
import { type Evidence, evidenceOf, passageScore } from './evidence.ts'
import { answerFaultOf } from './fault.ts'
import { fuse } from './fuse.ts'
import { type Question, readQuestion } from './question.ts'
import { papersInScope } from './scope.service.ts'
import type { AnswerScope } from './task.ts'
import type { Unit } from './units.ts'

export type { Evidence } from './evidence.ts'

export interface RetrievalRequest {
  question: string
  /** The question before, which "it" may stand for; empty for none. */
  earlier: string
  scope: Pick<AnswerScope, 'paper_ids' | 'dataset_id' | 'document_ids'>
  embedding: EmbeddingModel | null
  rerank: RerankModel | null
  /** Passages wanted. */
  most: number
}

export interface Retrieval {
  question: Question
  /** What was searched. */
  query: string
  units: Unit[]
  /** Only some papers were looked at. */
  scoped: boolean
  /** Best first: at most three of a paper, within the budget. */
  evidence: Evidence[]
  /** What had to be left out, in Chinese. */
  notes: string[]
}

const MOST_OF_A_PAPER = 3
const BUDGET_TOKENS = 6_000
const RERANKED = 40

/**
 * Passages that may answer a question: the one way in which chats, research, hit tests and citations find evidence.
 * Nothing found is an empty list.
 *
 * @throws AppError `dataset.not_found` for a dataset that the asking person may not read; AnswerFault
 * `retrieval_failed` where the search itself fails.
 */
export async function retrieve(
  ctx: Context,
  request: RetrievalRequest,
  signal: AbortSignal,
): Promise<Retrieval> {
  const scope = await papersInScope(ctx, request.scope)
  try {
    return await search(ctx, request, scope, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw answerFaultOf(error, 'retrieval_failed')
  }
}

async function search(
  ctx: Context,
  request: RetrievalRequest,
  scope: string[] | null,
  signal: AbortSignal,
): Promise<Retrieval> {
  const question = readQuestion(request.question)
  const query = queryWith(question, request.earlier)
  const { papers, units } = await findCandidates(ctx, query, scope)
  signal.throwIfAborted()
  const found = evidenceOf(papers, units, question.language)
  const ranked = byWords(found, units)
  return {
    question,
    query,
    units,
    scoped: scope !== null,
    evidence: withinBudget(ranked, request.most),
    notes: [],
  }
}

const POINTS_BACK =
  /它|他们|她|这种|这个|这些|该|此|其|\b(?:it|its|they|them|their|this|that|these|those)\b/iu

/** A question that points back is asked together with the one before. */
function queryWith({ text, query }: Question, earlier: string): string {
  if (earlier === '' || (query !== '' && !POINTS_BACK.test(text))) return query
  return [query, readQuestion(earlier).query].filter((each) => each !== '').join(' ')
}

/** By the rank of the paper and by what the passage itself says. */
function byWords(found: Evidence[], units: Unit[]): Evidence[] {
  const scores = new Map(found.map((each) => [each, passageScore(each, units)]))
  const score = (each: Evidence) => scores.get(each) ?? 0
  const byPassage = found.toSorted((a, b) => score(b) - score(a))
  return inOrder(found, [byPassage, found])
}

/** The passages as several rankings of them have it. */
function inOrder(found: Evidence[], rankings: Evidence[][]): Evidence[] {
  const byId = new Map(found.map((each) => [each.passage.passage_id, each]))
  const fused = fuse(rankings.map((ranking) => ranking.map(({ passage }) => passage.passage_id)))
  return [...fused].flatMap(([id, score]) => {
    const each = byId.get(id)
    return each ? [{ ...each, score }] : []
  })
}

function withinBudget(ranked: Evidence[], most: number): Evidence[] {
  const perPaper = new Map<string, number>()
  let tokens = 0
  return ranked
    .filter(({ paper_id }) => {
      const count = (perPaper.get(paper_id) ?? 0) + 1
      perPaper.set(paper_id, count)
      return count <= MOST_OF_A_PAPER
    })
    .slice(0, Math.min(most, RERANKED))
    .filter(({ passage }) => {
      tokens += passage.tokens
      return tokens <= BUDGET_TOKENS
    })
}
