import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/**
 * What stands behind the address' question mark, and how to change it. A change is drawn at once: a box shows its
 * tick, and the next change begins from this one. Not for effects, which cannot draw.
 */
export function useAddressQuery() {
  const [query, setQuery] = useSearchParams()
  const change = useCallback(
    (to: (now: URLSearchParams) => URLSearchParams) => setQuery(to, { flushSync: true }),
    [setQuery],
  )
  return [query, change] as const
}
