import type { api, OutputOf } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { readStored, writeStored } from '../../ui/stored-choice.ts'

/** A target for papers: a list, or one of its folders. */
export interface KeepTarget {
  dataset_id: string
  /** Null for the list itself. */
  folder_id: string | null
}

/** Key under which the browser stores the targets. */
const STORAGE_KEY = 'scinav.keep-targets'

/** Whether two targets are the same list or folder. */
export const sameTarget = (a: KeepTarget, b: KeepTarget): boolean =>
  a.dataset_id === b.dataset_id && a.folder_id === b.folder_id

/** Reads where papers were added last in this browser; empty when none were. */
export function readKeepTargets(): KeepTarget[] {
  try {
    // Only storeKeepTargets writes to this key.
    return JSON.parse(readStored(STORAGE_KEY) ?? '[]') as KeepTarget[]
  } catch {
    return []
  }
}

/** Stores in this browser where papers were added last. */
export function storeKeepTargets(targets: KeepTarget[]): void {
  writeStored(STORAGE_KEY, JSON.stringify(targets))
}

type AllDatasets = OutputOf<typeof api.datasets.all>
/** A list: a reading list of the user or of a project. The API calls it a dataset. */
export type Dataset = AllDatasets['readingDataset'][number]

/** The last role that may add papers: members. Roles are 1 owner, 2 manager, 3 member, 4 viewer. */
const LAST_ADDING_ROLE = 3

/** The reading lists, or those of one project. */
interface ListGroup {
  /** The heading of the group. */
  name: string
  /** At least one. */
  lists: Dataset[]
}

/** Returns the lists the user may add to: reading lists first, then those of each project. */
export function editableGroups({ readingDataset, projectDataset }: AllDatasets): ListGroup[] {
  const groups = [
    { name: '文献清单', lists: readingDataset },
    ...projectDataset.map(({ project_name, datasets }) => ({
      name: `项目：${project_name}`,
      lists: datasets,
    })),
  ]
  return groups
    .map(({ name, lists }) => ({ name, lists: lists.filter(({ my_role }) => my_role <= LAST_ADDING_ROLE) }))
    .filter(({ lists }) => lists.length > 0)
}

/** Returns the new ids of the lists that contain a paper, from the present ones. */
type ListsChange = (listIds: string[]) => string[]

/**
 * Updates the lists of a paper in every cached result, before the server is queried again. The results keep their time,
 * so that they become stale as before.
 */
export function updateCachedLists(cache: QueryClient, paper_id: string, change: ListsChange): void {
  for (const query of cache.getQueryCache().getAll()) {
    const { data, dataUpdatedAt } = query.state
    const next = withLists(data, paper_id, change)
    if (next !== data) cache.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt })
  }
}

/**
 * Returns a copy of a value of any shape in which the paper has its lists changed, wherever it occurs; the same value
 * when it does not contain the paper.
 */
function withLists(value: unknown, id: string, change: ListsChange): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isPaper(value, id)) return { ...value, dataset_ids: change(value.dataset_ids) }
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => withLists(item, id, change))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  const before = Object.entries(value)
  const after = before.map(([name, field]): [string, unknown] => [name, withLists(field, id, change)])
  return after.some(([, field], index) => field !== before[index]?.[1]) ? Object.fromEntries(after) : value
}

/** Whether a value is the paper. A hit that an outside engine found too has the paper's id in `paper_id`. */
function isPaper(value: object, id: string): value is { dataset_ids: string[] } {
  if (!('dataset_ids' in value) || !Array.isArray(value.dataset_ids)) return false
  return ('id' in value && value.id === id) || ('paper_id' in value && value.paper_id === id)
}
