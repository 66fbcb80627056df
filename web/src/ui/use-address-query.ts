import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Returns the query of the address and a setter. Changes render synchronously, so that a checkbox shows its tick and
 * the next change starts from this one. Not for effects, which cannot render synchronously.
 */
export function useAddressQuery() {
  const [query, setQuery] = useSearchParams()
  const change = useCallback(
    (to: (now: URLSearchParams) => URLSearchParams) => setQuery(to, { flushSync: true }),
    [setQuery],
  )
  return [query, change] as const
}

/** Returns an address query with the given filters, each omitted when empty, and resets it to the first page. */
export function narrowAddress(now: URLSearchParams, to: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(now)
  next.delete('page')
  for (const [name, value] of Object.entries(to)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
