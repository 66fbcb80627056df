import { api } from '@scinav/contract'
import { useEffect, useRef } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { type Search, toFilterInput } from '../../search/search.ts'

const MAX_QUERY_CHARS = 2_000

/** Logs a search with words once its hits have loaded; paging and sorting do not make another search. */
export function useSearchLog({ q, filters }: Search, total: number | undefined): void {
  const query = q.trim().slice(0, MAX_QUERY_CHARS)
  const key = JSON.stringify([query, filters])
  const logged = useRef('')
  const { mutate } = useWrite(api.papers.addSearch, { refreshes: [api.papers.searches] })
  useEffect(() => {
    if (total === undefined || query === '' || logged.current === key) return
    logged.current = key
    // A JSON round trip omits the filters that are not set.
    mutate({
      query,
      filters: JSON.parse(JSON.stringify(toFilterInput(filters))),
      total,
    })
  }, [key, query, filters, total, mutate])
}
