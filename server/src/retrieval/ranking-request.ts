import type { Concept } from '@scinav/search'
import type { Constraints } from '../language/question/constraints.ts'
import type { Question } from '../language/question/question.ts'
import type { Context } from '../platform/context/context.ts'
import type { EmbeddingModel, RerankModel } from '../platform/providers/models/port.ts'

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

/** Runs a step whose failure is noted for the reader and otherwise ignored; returns null then. */
export async function tryOrNull<Result>(
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
