import { api } from '@scinav/contract'
import { useEffect, useRef } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { type Search, wireFilters } from '../../search/search.ts'

const MAX_QUERY_CHARS = 2_000

/** Remembers a search with words once its hits have come; turning pages and sorting is the same search. */
export function useSearchLog({ q, filters }: Search, total: number | undefined): void {
  const query = q.trim().slice(0, MAX_QUERY_CHARS)
  const key = JSON.stringify([query, filters])
  const logged = useRef('')
  const { mutate } = useWrite(api.papers.addSearch, { refreshes: [api.papers.searches] })
  useEffect(() => {
    if (total === undefined || query === '' || logged.current === key) return
    logged.current = key
    // The filters as JSON keep their shape; what is not set is left out.
    mutate({
      query,
      filters: JSON.parse(JSON.stringify(wireFilters(filters))),
      total,
    })
  }, [key, query, filters, total, mutate])
}
