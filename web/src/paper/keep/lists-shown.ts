import type { QueryClient } from '@tanstack/react-query'

type Change = (lists: string[]) => string[]

/** Changes which lists a paper is in wherever an answer in the cache shows it, before the server is asked again. */
export function showLists(cache: QueryClient, paper_id: string, change: Change): void {
  for (const query of cache.getQueryCache().getAll()) {
    const { data, dataUpdatedAt } = query.state
    const next = withLists(data, paper_id, change)
    if (next !== data) cache.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt })
  }
}

/** The same value where the paper does not stand in it. */
function withLists(value: unknown, id: string, change: Change): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isPaper(value, id)) return { ...value, dataset_ids: change(value.dataset_ids) }
  if (Array.isArray(value)) {
    const next = value.map((one: unknown) => withLists(one, id, change))
    return next.some((one, place) => one !== value[place]) ? next : value
  }
  const pairs = Object.entries(value)
  const next = pairs.map(([name, one]): [string, unknown] => [name, withLists(one, id, change)])
  return next.some(([, one], place) => one !== pairs[place]?.[1]) ? Object.fromEntries(next) : value
}

/** A hit that was found outside too carries the paper's id under a name of its own. */
function isPaper(value: object, id: string): value is { dataset_ids: string[] } {
  if (!('dataset_ids' in value) || !Array.isArray(value.dataset_ids)) return false
  return ('id' in value && value.id === id) || ('paper_id' in value && value.paper_id === id)
}
