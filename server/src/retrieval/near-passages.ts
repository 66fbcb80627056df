import { englishWords } from '@scinav/search'
import { isConstrained, NO_CONSTRAINTS } from '../language/question/constraints.ts'
import type { Context } from '../platform/context/context.ts'
import type { EmbeddingModel } from '../platform/providers/models/port.ts'
import { getKnownTerms } from '../search/engine/index.ts'
import { buildEvidence, type Evidence } from './evidence/evidence.ts'
import type { RankingRequest } from './ranking-request.ts'
import { findPapersById } from './read-papers.ts'
import { embedPassages, findNearestPassages } from './vector.ts'

/** The passages nearest to a question by meaning. */
export interface NearEvidence {
  /** Ids of the nearest passages, nearest first. */
  ids: string[]
  /** Evidence from papers that the search by words did not find. */
  others: Evidence[]
}

/** How long a question waits for vectors that its hits lack; those of the library are made in the background. */
const MISSING_VECTORS_TIMEOUT_MS = 2_000
/** How long a question waits for its own vector and the nearest passages. */
const QUESTION_VECTOR_TIMEOUT_MS = 6_000

/**
 * Finds near passages as `findNearPassages` does, within the time limits; a time-out for missing vectors is ignored.
 */
export async function findNearInTime(input: RankingRequest, embedding: EmbeddingModel, found: Evidence[]) {
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

/** Returns whether an error is that of `withTimeout`. */
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

/** Number of passages nearest by meaning that are fused with those found by words. */
const MAX_NEAREST_PASSAGES = 60

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

/** Bounds the part of the question that is translated, in UTF-16 units. */
const MAX_TRANSLATED_CHARS = 1_000

/** Returns the question and, for a Chinese one, the part of it that can be put into English. */
async function questionForms(ctx: Context, question: string): Promise<string[]> {
  const english = englishWords(
    question.slice(0, MAX_TRANSLATED_CHARS),
    await (await getKnownTerms(ctx)).loadTermsAndWords(),
  )
  return english === '' ? [question] : [question, english]
}
