import type { Work } from '@scinav/contract'
import { titleKey } from '../../library/works/index.ts'

/** Minimum length of a shared title beginning; shorter ones are common to many works. */
const MIN_SHARED_KEY_CHARS = 12
/** `resource_type` assumed for a file with a DOI until more is known. */
const JOURNAL_ARTICLE = 1

/**
 * Returns whether two records have the same title, of which one may lack the subtitle. A missing title counts as
 * equal.
 */
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
 * Returns a file's record with its empty fields filled from a found one. The type is that of the found record when
 * the first page did not determine it, and a retraction is never lost.
 */
export function completedWork(own: Work, found: Work): Work {
  const added = Object.entries(own).flatMap(([field, value]): [string, unknown][] => {
    const other = found[field as keyof Work]
    return isEmpty(value) && !isEmpty(other) ? [[field, other]] : []
  })
  return {
    ...own,
    // Object.fromEntries loses the type: the fields come from a record of the same type.
    ...(Object.fromEntries(added) as Partial<Work>),
    resource_type: own.resource_type === JOURNAL_ARTICLE ? found.resource_type : own.resource_type,
    status: found.status === 'normal' ? own.status : found.status,
    external_ids: { ...found.external_ids, ...own.external_ids },
    reference_ids: own.reference_ids,
  }
}
