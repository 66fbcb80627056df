import type { api, OutputOf } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { readStored, store } from '../../ui/stored-choice.ts'

/** A place that papers are put into: a list, or one of its folders. */
export interface Target {
  dataset_id: string
  folder_id: string | null
}

const KEY = 'scinav.keep-targets'

export const sameTarget = (a: Target, b: Target): boolean =>
  a.dataset_id === b.dataset_id && a.folder_id === b.folder_id

/** Where papers were put last, in this browser. */
export function keptTargets(): Target[] {
  try {
    // Only keepTargets writes under this key.
    return JSON.parse(readStored(KEY) ?? '[]') as Target[]
  } catch {
    return []
  }
}

export function keepTargets(targets: Target[]): void {
  store(KEY, JSON.stringify(targets))
}

type Everything = OutputOf<typeof api.datasets.all>
export type Dataset = Everything['readingDataset'][number]

/** Roles above this one may only read. Source: the projects' matrix of roles. */
const MAY_ADD = 3

/** Lists first, then each project's; only what the person may add to. */
export function groupsOf({
  readingDataset,
  projectDataset,
}: Everything): { name: string; list: Dataset[] }[] {
  const groups = [
    { name: '文献清单', list: readingDataset },
    ...projectDataset.map(({ project_name, datasets }) => ({
      name: `项目：${project_name}`,
      list: datasets,
    })),
  ]
  return groups
    .map(({ name, list }) => ({ name, list: list.filter(({ my_role }) => my_role <= MAY_ADD) }))
    .filter(({ list }) => list.length > 0)
}

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
