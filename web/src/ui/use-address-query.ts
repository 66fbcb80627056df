import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Returns the query of the address, and a setter that takes a function from the present query to the next. Changes render
 * synchronously, so that a checkbox shows its tick and the next change starts from this one. Not for effects, which
 * cannot render synchronously.
 */
export function useAddressQuery() {
  const [query, setQuery] = useSearchParams()
  const changeQuery = useCallback(
    (change: (before: URLSearchParams) => URLSearchParams) => setQuery(change, { flushSync: true }),
    [setQuery],
  )
  return [query, changeQuery] as const
}

/** Returns a copy of a query with the given parameters, each removed when empty, and with the first page. */
export function narrowAddress(before: URLSearchParams, to: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(before)
  next.delete('page')
  for (const [name, value] of Object.entries(to)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
