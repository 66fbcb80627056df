import { api, type Citation } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import type { Paper } from '../../paper/paper.ts'

/** The papers that citations rest on, of the library as it is now; none of what is gone, or was never there. */
export function useCitedPapers(citations: readonly Citation[], enabled = true): Map<string, Paper> {
  const inOrder = citations.toSorted((a, b) => a.n - b.n)
  const ids = [...new Set(inOrder.flatMap(({ paper_id }) => paper_id ?? []))]
  const read = { paper_id_list: ids }
  const papers = useRead(api.papers.byIds, read, { enabled: enabled && ids.length > 0, keepPrevious: true })
  return new Map((papers.data?.list ?? []).map((paper) => [paper.id, paper]))
}

/** The first author, and that there are more. */
export function firstOf({ authors_short }: Pick<Paper, 'authors_short'>): string {
  const [first = ''] = authors_short
  return authors_short.length > 1 ? `${first} 等` : first
}
