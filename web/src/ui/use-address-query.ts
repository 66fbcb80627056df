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

/** An address that narrows a list by these, each left out where it is empty; a list that is narrowed begins at its first page. */
export function narrowAddress(now: URLSearchParams, to: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(now)
  next.delete('page')
  for (const [name, value] of Object.entries(to)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
