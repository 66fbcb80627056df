import type { retrieve } from '../../retrieval/index.ts'
import { joinWorkNames } from '../paste/work-names.ts'
import type { ResearchQuestion } from '../plan/read-question.ts'
import { joinDistinctWords } from '../run/edit-text.ts'
import type { ResearchRequest } from '../run/research.ts'

type RetrievalInput = Parameters<typeof retrieve>[1]

/** Returns the sources and constraints for the searches of a run. */
export function searchScope(
  { sources: { engines, dataset_ids, folder_ids, file_ids, paper_ids }, ...request }: ResearchRequest,
  { constraints, negated }: Pick<ResearchQuestion, 'constraints' | 'negated'>,
): Omit<RetrievalInput, 'question' | 'most'> {
  // Folders belong to the only selected dataset.
  const [dataset_id = null] = dataset_ids
  const datasets = folder_ids.length > 0 ? { dataset_id, folder_ids } : { dataset_id: null, dataset_ids }
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
    // How much a model reads of the results is limited later.
    most_tokens: Number.POSITIVE_INFINITY,
  }
}

/**
 * Returns the library's papers that a query names by title, if the question named these works: 《…》. Returns none when
 * the user selected other sources than the library.
 */
export function worksInQuery(
  query: string,
  { named, language }: Pick<ResearchQuestion, 'named' | 'language'>,
  { sources: { engines, dataset_ids, paper_ids, folder_ids } }: ResearchRequest,
): string[] {
  const isNarrowed = dataset_ids.length + paper_ids.length + folder_ids.length > 0
  if (!named || isNarrowed || (engines.length > 0 && !engines.includes('local'))) return []
  const inLibrary = named.works.filter(({ paper_id }) => paper_id !== null)
  const single = inLibrary.filter((work) => query === joinWorkNames([work], language))
  const works = query === joinWorkNames(inLibrary, language) ? inLibrary : single
  return works.flatMap(({ paper_id }) => paper_id ?? [])
}

/** Returns a search within named works, by their titles and the topic; constraints on years do not apply. */
export function worksScope(paper_ids: string[], question: ResearchQuestion, request: ResearchRequest) {
  const { language, topic, named } = question
  const { year_from: _from, year_to: _to, ...constraints } = question.constraints
  const { scope, ...rest } = searchScope(request, { ...question, constraints })
  const works = named?.works.filter((work) => paper_ids.includes(work.paper_id ?? '')) ?? []
  const titles = works.map(({ title, title_zh }) => (language === 'zh' && title_zh) || title || '')
  const query = joinDistinctWords(...titles, topic)
  return { ...rest, question: query, scope: { ...scope, paper_ids, file_ids: [], engines: ['local'] } }
}
