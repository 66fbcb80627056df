import type { Work } from '@scinav/contract'
import { titleKey } from '../../library/works/index.ts'

/** Shorter beginnings of titles are shared by many works. */
const MIN_SHARED_KEY_CHARS = 12
/** What a file with a DOI counts as until something says otherwise. */
const JOURNAL_ARTICLE = 1

/** Returns whether two records carry one title, which in one of them may lack its subtitle. A missing title contradicts nothing. */
export function isSameTitle(own: Pick<Work, 'title'>, found: Pick<Work, 'title' | 'title_zh'>): boolean {
  const key = titleKey(own.title)
  return key === '' || [found.title, found.title_zh ?? ''].some((title) => agrees(key, titleKey(title)))
}

function agrees(own: string, other: string): boolean {
  if (own === other) return true
  const [short, long] = own.length < other.length ? [own, other] : [other, own]
  return short.length >= MIN_SHARED_KEY_CHARS && long.startsWith(short)
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/**
 * Returns a file's record with what a found one has where it has nothing. Its type is the found one's where the first
 * page did not say any, and a retraction is never lost.
 */
export function completedWork(own: Work, found: Work): Work {
  const added = Object.entries(own).flatMap(([field, value]): [string, unknown][] => {
    const other = found[field as keyof Work]
    return isEmpty(value) && !isEmpty(other) ? [[field, other]] : []
  })
  return {
    ...own,
    // Fields of one record put into another of the same type.
    ...(Object.fromEntries(added) as Partial<Work>),
    resource_type: own.resource_type === JOURNAL_ARTICLE ? found.resource_type : own.resource_type,
    status: found.status === 'normal' ? own.status : found.status,
    external_ids: { ...found.external_ids, ...own.external_ids },
    reference_ids: own.reference_ids,
  }
}
