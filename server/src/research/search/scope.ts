import type { retrieve } from '../../retrieval/index.ts'
import type { ResearchQuestion } from '../plan/read-question.ts'
import type { ResearchRequest } from '../research/request.ts'

type RetrievalInput = Parameters<typeof retrieve>[1]

/** Where the searches of a research look, and what narrows them. */
export function searchScope(
  { sources: { engines, dataset_ids, folder_ids, file_ids, paper_ids }, ...request }: ResearchRequest,
  { constraints, negated }: Pick<ResearchQuestion, 'constraints' | 'negated'>,
): Omit<RetrievalInput, 'question' | 'most'> {
  const [base = null] = dataset_ids
  const datasets =
    folder_ids.length > 0 ? { dataset_id: base, folder_ids } : { dataset_id: null, dataset_ids }
  return {
    earlier: [],
    // Who attaches files to a research has them read beside the library, not instead of it.
    scope: { ...datasets, paper_ids, document_ids: [], file_ids, beside_library: true, engines },
    constraints,
    negated,
    embedding: null,
    rerank: null,
    // The words of later searches come from what was found, and tools are sent them.
    outside: request.outside === true || request.mcp_ids.length > 0,
    most_tokens: Number.POSITIVE_INFINITY,
  }
}
