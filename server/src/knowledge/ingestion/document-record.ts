// The bibliographic record of a document: cut to a bounded size, edited by a user, or completed from outside engines.

import { blankWork, type Creator, type EditedRecord, RESOURCE_TYPE, type Work } from '@scinav/contract'
import { normalizeDoi } from '@scinav/contract/doi'
import { cutWork, titleKey } from '../../library/works/index.ts'
import { invalidInput } from '../../platform/foundation/errors.ts'

/**
 * Maximum size of a work's record as JSON, in bytes: enough for a long abstract with more than a thousand references.
 */
const MAX_RECORD_BYTES = 64 * 1024

/** Successively tighter limits: code points per text, items per list. */
const CUT_LIMITS = [
  { text: 16_384, items: 1_000 },
  { text: 4_096, items: 200 },
  { text: 1_024, items: 50 },
  { text: 256, items: 10 },
]
/** Length of the title that is left of a record which no limit makes small enough, in code points. */
const MAX_BARE_TITLE_CHARS = 256

/** Returns the size of a record as JSON in UTF-8, in bytes. */
const jsonBytes = (work: Work) => Buffer.byteLength(JSON.stringify(work))

/**
 * Cuts a record that is larger than `MAX_RECORD_BYTES`, dropping references first and then the longest parts. `isCut`
 * tells whether anything was dropped.
 */
export function fitRecord(work: Work): { work: Work; isCut: boolean } {
  if (jsonBytes(work) <= MAX_RECORD_BYTES) return { work, isCut: false }
  const bare = { ...work, reference_ids: [] }
  if (jsonBytes(bare) <= MAX_RECORD_BYTES)
    return { work: withReferences(bare, work.reference_ids), isCut: true }
  for (const limits of CUT_LIMITS) {
    const cut = cutWork({ ...bare, csl: {} }, limits)
    if (jsonBytes(cut) <= MAX_RECORD_BYTES) return { work: cut, isCut: true }
  }
  const title = [...work.title].slice(0, MAX_BARE_TITLE_CHARS).join('')
  return { work: blankWork(title, work.resource_type), isCut: true }
}

/** Returns a record without references with as many of the given ones as fit. */
function withReferences(bare: Work, references: string[]): Work {
  let remaining = MAX_RECORD_BYTES - jsonBytes(bare)
  const end = references.findIndex((reference) => {
    // One byte more for the comma.
    remaining -= Buffer.byteLength(JSON.stringify(reference)) + 1
    return remaining < 0
  })
  return { ...bare, reference_ids: end < 0 ? references : references.slice(0, end) }
}

/**
 * Returns a record with the fields that a user has edited; fields that the form does not show are kept.
 *
 * @throws AppError `input.invalid` when the DOI is not valid.
 */
export function editedWork(before: Work | null, { authors, doi, ...fields }: EditedRecord): Work {
  const normalizedDoi = normalizeDoi(doi)
  if (doi !== null && normalizedDoi === null)
    throw invalidInput('record.doi', '这不是完整的 DOI，应以 10. 开头')
  const base = before ?? blankWork(fields.title, fields.resource_type)
  // An author who was there before keeps the fields that the form does not show.
  const creators = authors.map(
    (name): Creator =>
      base.creators.find((creator) => creator.name === name && creator.role === 'author') ?? {
        name,
        role: 'author',
        affiliations: [],
      },
  )
  const others = base.creators.filter(({ role }) => role !== 'author')
  return { ...base, ...fields, doi: normalizedDoi, creators: [...creators, ...others] }
}

/** Minimum length of a shared title beginning, as `titleKey` returns it; shorter ones are common to many works. */
const MIN_SHARED_KEY_CHARS = 12

/**
 * Returns whether two records have the same title, of which one may lack the subtitle. A missing title of the file's
 * own record counts as equal.
 */
export function isSameTitle(fileWork: Pick<Work, 'title'>, found: Pick<Work, 'title' | 'title_zh'>): boolean {
  const key = titleKey(fileWork.title)
  return (
    key === '' ||
    [found.title, found.title_zh ?? ''].some((title) => isEqualOrBeginning(key, titleKey(title)))
  )
}

function isEqualOrBeginning(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= MIN_SHARED_KEY_CHARS && long.startsWith(short)
}

/**
 * Returns a file's record with its empty fields filled from a found one. The type is that of the found record when
 * the first page did not determine it, and a retraction is never lost.
 */
export function completedWork(fileWork: Work, found: Work): Work {
  const filled = Object.entries(fileWork).flatMap(([field, value]): [string, unknown][] => {
    const foundValue = found[field as keyof Work]
    return isEmpty(value) && !isEmpty(foundValue) ? [[field, foundValue]] : []
  })
  return {
    ...fileWork,
    // Object.fromEntries loses the type: the fields come from a record of the same type.
    ...(Object.fromEntries(filled) as Partial<Work>),
    // The type of a file with a DOI until more is known, see `describeFile`.
    resource_type:
      fileWork.resource_type === RESOURCE_TYPE.journalArticle ? found.resource_type : fileWork.resource_type,
    status: found.status === 'normal' ? fileWork.status : found.status,
    external_ids: { ...found.external_ids, ...fileWork.external_ids },
    reference_ids: fileWork.reference_ids,
  }
}

/** Returns whether a field is null, '', an empty list or an empty object. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
