import type { UnderstoodQuestion } from '@scinav/contract'
import { NO_CONSTRAINTS } from '../language/question/constraints.ts'
import type { Context } from '../platform/context/context.ts'
import type { RetrievalRequest } from '../retrieval/index.ts'

/**
 * Counts all papers that a list question asks for, as the search page finds them with the same query and filters.
 * Returns null when that page cannot show them: for chosen papers, external engines only, or exclusions.
 *
 * @param shown the number of papers that the answer names.
 */
export async function findAllResults(
  ctx: Pick<Context, 'library'>,
  { query, request }: { query: string; request: Pick<RetrievalRequest, 'scope' | 'constraints' | 'negated'> },
  shown: number,
): Promise<UnderstoodQuestion['results']> {
  const { scope, constraints = NO_CONSTRAINTS, negated = [] } = request
  const inLibrary = scope.engines.length === 0 || scope.engines.includes('local')
  const isOpen = inLibrary && scope.paper_ids.length === 0 && scope.dataset_id === null
  if (!isOpen || negated.length > 0) return null
  const { year_from, year_to, author, source, resource_type } = constraints
  const filters = {
    ...(year_from !== undefined && { year_from }),
    ...(year_to !== undefined && { year_to }),
    ...(author.length > 0 && { author }),
    ...(source.length > 0 && { source }),
    ...(resource_type.length > 0 && { resource_type }),
  }
  const index = await ctx.library.current()
  const { total } = await index.search({ query, filters, size: 0 })
  return { total, shown, query, filters }
}
