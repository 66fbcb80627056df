import type { Constraints } from '../language/question/constraints.ts'
import type { Context } from '../platform/context/context.ts'

/** Maximum number of papers that `findAuthorPapers` returns. */
const MAX_AUTHOR_PAPERS = 3_000

/**
 * Returns the sequence numbers of up to `MAX_AUTHOR_PAPERS` papers by any of the authors, within the other constraints,
 * newest first; without authors, of all papers within the constraints.
 */
export async function findAuthorPapers(ctx: Context, { author, ...filters }: Constraints): Promise<number[]> {
  const index = await ctx.library.current()
  const conditions = author.map((value) => ({
    field: 'author' as const,
    operator: 'equals' as const,
    value,
    join: 'or' as const,
  }))
  const { hits } = await index.search({
    query: '',
    conditions,
    filters,
    sort: 'date',
    size: MAX_AUTHOR_PAPERS,
  })
  return hits.map(({ seq }) => seq)
}
