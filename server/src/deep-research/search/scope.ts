import type { retrieve } from '../../answers/index.ts'
import type { Asked } from '../plan/read-asked.ts'
import type { ResearchRequest } from '../research/request.ts'

type Retrieving = Parameters<typeof retrieve>[1]

/** Where the searches of a research look, and what narrows them. */
export function scopeOf(
  { sources: { engines, dataset_ids, file_ids, paper_ids }, outside = false }: ResearchRequest,
  { constraints, negated }: Pick<Asked, 'constraints' | 'negated'>,
): Omit<Retrieving, 'question' | 'most'> {
  return {
    earlier: [],
    scope: { paper_ids, dataset_id: null, dataset_ids, document_ids: [], file_ids, engines },
    constraints,
    negated,
    embedding: null,
    rerank: null,
    outside,
    most_tokens: Number.POSITIVE_INFINITY,
  }
}
