import type { retrieve } from '../../retrieval/index.ts'
import type { ResearchQuestion } from '../plan/read-question.ts'
import type { ResearchRequest } from '../run/request.ts'

type RetrievalInput = Parameters<typeof retrieve>[1]

/** Returns the sources and constraints for the searches of a run. */
export function searchScope(
  { sources: { engines, dataset_ids, folder_ids, file_ids, paper_ids }, ...request }: ResearchRequest,
  { constraints, negated }: Pick<ResearchQuestion, 'constraints' | 'negated'>,
): Omit<RetrievalInput, 'question' | 'most'> {
  const [base = null] = dataset_ids
  const datasets =
    folder_ids.length > 0 ? { dataset_id: base, folder_ids } : { dataset_id: null, dataset_ids }
  return {
    earlier: [],
    // Attached files are searched in addition to the library, not instead of it.
    scope: { ...datasets, paper_ids, document_ids: [], file_ids, beside_library: true, engines },
    constraints,
    negated,
    embedding: null,
    rerank: null,
    // Words of later queries come from earlier results, and external tools receive these queries.
    outside: request.outside === true || request.mcp_ids.length > 0,
    most_tokens: Number.POSITIVE_INFINITY,
  }
}
