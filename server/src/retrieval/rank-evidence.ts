import { type Concept, englishWords, yearOf } from '@scinav/search'
import { type Constraints, isConstrained, NO_CONSTRAINTS } from '../language/question/constraints.ts'
import { isOverviewTitle, type PaperOrder } from '../language/question/paper-order.ts'
import type { Question } from '../language/question/question.ts'
import type { Context } from '../platform/context/context.ts'
import { reciprocalRankFusion } from '../platform/foundation/rank-fusion.ts'
import type { EmbeddingModel, RerankModel } from '../platform/providers/models/port.ts'
import { getKnownTerms } from '../search/engine/index.ts'
import { findPapersById } from './candidate.ts'
import { buildEvidence, type Evidence, filterRelevant, passageScore } from './evidence/evidence.ts'
import { embedPassages, findNearestPassages } from './vector.ts'

/** Maximum number of passages that are reranked or returned. */
export const MAX_RANKED_PASSAGES = 40

/** A question whose evidence is ranked. */
export interface RankingRequest {
  ctx: Context
  /** The request; its models are null when they may not be used. */
  request: {
    question: string
    constraints?: Constraints
    embedding: EmbeddingModel | null
    rerank: RerankModel | null
    words_rank?: boolean
  }
  question: Question
  concepts: Concept[]
  /** Ids of the papers to search; null for the whole library. */
  scope: string[] | null
  /** Receives notes for the reader about what was left out. */
  notes: string[]
  signal: AbortSignal
}

/** Number of passages kept of those that were reranked. */
const MAX_RERANKED_PASSAGES = 8
const NO_VECTORS_NOTE = '向量检索暂不可用，已只按词语检索'
const NO_RERANK_NOTE = '重排序暂不可用，已按检索次序'
/** Number of passages nearest by meaning that are fused with those found by words. */
const MAX_NEAREST_PASSAGES = 60
/** Bounds the part of the question that is translated, in UTF-16 units. */
const MAX_TRANSLATED_CHARS = 1_000
/** Number of passages that count as relevant by meaning alone. */
const MAX_NEAR_PASSAGES = 6

/**
 * Ranks evidence by words and, with an embedding model, by meaning. The rankings are combined by reciprocal rank
 * fusion, or, with `words_rank`, the passages near by meaning follow those found by words.
 */
export async function rankByMeaning(input: RankingRequest, found: Evidence[]): Promise<Evidence[]> {
  const { embedding } = input.request
  const near =
    embedding && (await tryOrNull(input, NO_VECTORS_NOTE, () => findNearInTime(input, embedding, found)))
  if (!near) return fuseRankings(found, wordRankings(found, input.concepts))
  if (input.request.words_rank)
    return appendNearest(fuseRankings(found, wordRankings(found, input.concepts)), near)
  const nearest = new Set(near.ids.slice(0, MAX_NEAR_PASSAGES))
  const foundByWords = new Set(found.map(({ passage }) => passage.passage_id))
  const candidates = [...found, ...near.others]
    .map((each) => (nearest.has(each.passage.passage_id) ? { ...each, near: true } : each))
    .filter((each) => each.near || foundByWords.has(each.passage.passage_id))
  const byId = new Map(candidates.map((each) => [each.passage.passage_id, each]))
  const ranking = near.ids.flatMap((id) => byId.get(id) ?? [])
  // The ranking by meaning counts twice, as much as both rankings by words; otherwise a passage found by meaning alone
  // would follow every passage that has some word of the question.
  return fuseRankings(candidates, [...wordRankings(found, input.concepts), ranking, ranking])
}

/** The passages nearest to a question by meaning. */
interface NearEvidence {
  /** Ids of the nearest passages, nearest first. */
  ids: string[]
  /** Evidence from papers that the search by words did not find. */
  others: Evidence[]
}

/** Keeps the ranking by words and appends the nearest of the passages that it lacks. */
function appendNearest(ranked: Evidence[], { ids, others }: NearEvidence): Evidence[] {
  const ranks = new Map(ids.slice(0, MAX_NEAR_PASSAGES).map((id, at) => [id, at]))
  return [...ranked, ...others].flatMap((each) => {
    const near_rank = ranks.get(each.passage.passage_id)
    if (near_rank !== undefined) return [{ ...each, near: true, near_rank }]
    return others.includes(each) ? [] : [each]
  })
}

/** How long a question waits for its own vector and the nearest passages. */
const QUESTION_VECTOR_TIMEOUT_MS = 6_000
/** How long a question waits for vectors that its hits lack; those of the library are made in the background. */
const MISSING_VECTORS_TIMEOUT_MS = 2_000

/**
 * Finds near passages as `findNearPassages` does, within the time limits; a time-out for missing vectors is ignored.
 */
async function findNearInTime(input: RankingRequest, embedding: EmbeddingModel, found: Evidence[]) {
  // Only records of the library have stored vectors.
  const pieces = found.filter(({ paper_id, file }) => paper_id !== null && !file)
  await withTimeout(MISSING_VECTORS_TIMEOUT_MS, input.signal, (signal) =>
    embedPassages(input.ctx, embedding, pieces, signal),
  ).catch((error) => {
    input.signal.throwIfAborted()
    if (!isTimeout(error)) throw error
  })
  return withTimeout(QUESTION_VECTOR_TIMEOUT_MS, input.signal, (signal) =>
    findNearPassages({ ...input, signal }, embedding, found),
  )
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

/**
 * Runs work with a time limit. Work that ignores its signal is abandoned.
 *
 * @throws DOMException `TimeoutError` when it takes longer, and whatever `work` throws.
 */
async function withTimeout<Result>(
  ms: number,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timeout = new AbortController()
  const timer = setTimeout(() => {
    const reason = new DOMException('vectors took too long', 'TimeoutError')
    late.reject(reason)
    timeout.abort(reason)
  }, ms)
  try {
    return await Promise.race([work(AbortSignal.any([caller, timeout.signal])), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the ids of the passages nearest to the question, and the evidence that the search by words did not find. */
async function findNearPassages(
  { ctx, request, question, concepts, scope, signal }: RankingRequest,
  embedding: EmbeddingModel,
  found: Evidence[],
): Promise<NearEvidence> {
  const forms = await questionForms(ctx, request.question)
  const near = await findNearestPassages(ctx, embedding, { forms, scope, most: MAX_NEAREST_PASSAGES }, signal)
  const foundSources = new Set(found.map(({ source_id }) => source_id))
  const ids = new Set(near.map(({ passage_id }) => passage_id))
  // Only the search by words applies constraints, so no further papers are added under one.
  if (isConstrained(request.constraints ?? NO_CONSTRAINTS)) return { ids: [...ids], others: [] }
  const newIds = [...new Set(near.map(({ paper_id }) => paper_id))].filter((id) => !foundSources.has(id))
  const papers = await findPapersById(ctx, newIds)
  const others = buildEvidence(papers, concepts, question.language).filter(({ passage }) =>
    ids.has(passage.passage_id),
  )
  return { ids: [...ids], others }
}

/** Returns the question and, for a Chinese one, the part of it that can be put into English. */
async function questionForms(ctx: Context, question: string): Promise<string[]> {
  const english = englishWords(
    question.slice(0, MAX_TRANSLATED_CHARS),
    (await getKnownTerms(ctx)).termsAndWords,
  )
  return english === '' ? [question] : [question, english]
}

/**
 * Reranks the first `MAX_RANKED_PASSAGES` with a model that scores pairs and keeps the best `MAX_RERANKED_PASSAGES`.
 * Returns the ranking unchanged without a model or when it fails.
 */
export async function rerankEvidence(input: RankingRequest, ranked: Evidence[]): Promise<Evidence[]> {
  const { rerank } = input.request
  if (!rerank || ranked.length === 0) return ranked
  const first = ranked.slice(0, MAX_RANKED_PASSAGES)
  const texts = first.map(({ passage }) => `${passage.heading}\n${passage.text}`)
  const scores = await tryOrNull(input, NO_RERANK_NOTE, () =>
    rerank.rerank(input.request.question, texts, input.signal),
  )
  if (!scores) return ranked
  return first
    .map((each, at) => ({ ...each, score: scores[at] ?? Number.NEGATIVE_INFINITY }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_RERANKED_PASSAGES)
}

/** Runs a step whose failure is noted for the reader and otherwise ignored; returns null then. */
async function tryOrNull<Result>(
  { ctx, notes, signal }: RankingRequest,
  note: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.warn({ err: error }, 'retrieval goes on without a model')
    notes.push(note)
    return null
  }
}

/** Returns two rankings: by the words of the passages, and by the rank of their papers. */
function wordRankings(found: Evidence[], concepts: Concept[]): Evidence[][] {
  const scores = new Map(found.map((each) => [each, passageScore(each, concepts)]))
  const score = (each: Evidence) => scores.get(each) ?? 0
  return [found.toSorted((a, b) => score(b) - score(a)), found]
}

/** Combines rankings by reciprocal rank fusion. */
function fuseRankings(found: Evidence[], rankings: Evidence[][]): Evidence[] {
  const byId = new Map(found.map((each) => [each.passage.passage_id, each]))
  const fused = reciprocalRankFusion(
    rankings.map((ranking) => ranking.map(({ passage }) => passage.passage_id)),
  )
  return [...fused].flatMap(([id, score]) => {
    const each = byId.get(id)
    return each ? [{ ...each, score }] : []
  })
}

/**
 * Orders the evidence that covers enough of the question as the question requests: the newest first, or overviews before
 * other works, both by a fusion of the ranking with the citation counts. Evidence that covers less follows.
 *
 * @param chosen as in `filterRelevant`.
 */
export function arrangeEvidence(ranked: Evidence[], order: PaperOrder, chosen: boolean): Evidence[] {
  if (order === null) return ranked
  const relevant = filterRelevant(ranked, 'quotes', chosen)
  const relevantSet = new Set(relevant)
  const ordered =
    order === 'newest'
      ? relevant.toSorted((a, b) => yearOf(b.work.publish_date) - yearOf(a.work.publish_date))
      : overviewsFirst(relevant)
  return [...ordered, ...ranked.filter((each) => !relevantSet.has(each))]
}

/** Orders evidence by rank and citations together, overviews before other works. */
function overviewsFirst(evidence: Evidence[]): Evidence[] {
  const byCitations = evidence.toSorted((a, b) => b.work.citation_count - a.work.citation_count)
  const fused = reciprocalRankFusion(
    [evidence, byCitations].map((ranking) => ranking.map(({ passage }) => passage.passage_id)),
  )
  const byId = new Map(evidence.map((each) => [each.passage.passage_id, each]))
  const candidates = [...fused.keys()].flatMap((id) => byId.get(id) ?? [])
  const isOverview = ({ work }: Evidence) =>
    isOverviewTitle(work.title) || isOverviewTitle(work.title_zh ?? '')
  return [...candidates.filter(isOverview), ...candidates.filter((each) => !isOverview(each))]
}

/** Returns the best evidence, with what may be quoted as an answer before the rest. */
export function bestEvidence(ranked: Evidence[], most: number): Evidence[] {
  const quotable = new Set(filterRelevant(ranked, 'quotes', false))
  return [...quotable, ...ranked.filter((each) => !quotable.has(each))].slice(0, most)
}
