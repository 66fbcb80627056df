import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { RESULTS_PATH } from './search.ts'

/**
 * The address' query, and the way to other results. It leads to the results whatever the address is by then: this
 * screen can still be seen, and typed into, while the next one is fetched. They are drawn at once: a box shows its
 * tick, and the next change begins from this one.
 */
export function useResultsAddress() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const go = useCallback(
    (to: URLSearchParams) =>
      void navigate({ pathname: RESULTS_PATH, search: String(to) }, { flushSync: true }),
    [navigate],
  )
  return { params, go }
}
