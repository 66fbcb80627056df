import { blankWork } from './blank-work.ts'
import type { Creator, Work } from './work.ts'
import { CREATOR_ROLES, DEGREES, WORK_STATUSES } from './work-values.ts'

const STATUSES = new Set<unknown>(WORK_STATUSES)
const DEGREES_OR_NULL = new Set<unknown>([null, ...DEGREES])
const ROLES = new Set<unknown>(CREATOR_ROLES)

/** Shows by its values which kind each field has. */
const BLANK_WORK = blankWork('', 0)
/** The name of a field of a work. */
type WorkField = keyof Work

/**
 * Returns whether a stored value has the kind of the field in the blank record: text or null, list, whole number, or
 * object.
 */
function fitsField(field: WorkField, value: unknown): boolean {
  const empty = BLANK_WORK[field]
  if (field === 'status') return STATUSES.has(value)
  if (field === 'degree') return DEGREES_OR_NULL.has(value)
  if (typeof empty === 'number') return Number.isInteger(value) && Number(value) >= 0
  if (empty === null) return value === null || typeof value === 'string'
  if (Array.isArray(empty)) return Array.isArray(value)
  return typeof value === typeof empty && value !== null && !Array.isArray(value)
}

/** Returns whether a stored creator has a name, a known role and a list of affiliations. */
const isCompleteCreator = (creator: Partial<Creator> | null): boolean =>
  typeof creator?.name === 'string' && ROLES.has(creator.role) && Array.isArray(creator.affiliations)

/** Returns the creators that have a name, with defaults for missing fields. */
function completeCreators(creators: (Partial<Creator> | null)[]): Creator[] {
  return creators.flatMap((creator): Creator[] => {
    if (typeof creator?.name !== 'string') return []
    const role = creator.role !== undefined && ROLES.has(creator.role) ? creator.role : 'author'
    return [{ ...creator, name: creator.name, role, affiliations: creator.affiliations ?? [] }]
  })
}

/**
 * Returns the fields of the record that are absent or of the wrong kind, as an older version of the record or another
 * program may leave them.
 */
function missingFields(record: Record<string, unknown>): WorkField[] {
  // `Object.keys` returns plain strings, so the key type is restored.
  return (Object.keys(BLANK_WORK) as WorkField[]).filter((field) => !fitsField(field, record[field]))
}

/**
 * Returns a stored record as a complete `Work`, and whether it already was one.
 *
 * Fields that an older version of the record lacks receive the values of a blank work, so that every reader may rely on
 * every field.
 *
 * @throws SyntaxError when the text is not JSON; the text must be a JSON object.
 */
export function readRecord(record: string): { work: Work; isWhole: boolean } {
  const stored: Work = JSON.parse(record)
  const missing = missingFields(stored)
  const hasWholeCreators = missing.includes('creators') || stored.creators.every(isCompleteCreator)
  if (missing.length === 0 && hasWholeCreators) return { work: stored, isWhole: true }
  const { creators, ...empty } = blankWork('', 0)
  const filled: Work = { ...stored }
  for (const field of missing)
    Object.assign(filled, { [field]: field === 'creators' ? creators : empty[field] })
  return { work: { ...filled, creators: completeCreators(filled.creators) }, isWhole: false }
}

/** The id of a paper of the ACL Anthology: `P19-1001`, `2020.acl-main.1`. */
const ANTHOLOGY_ID = /^(?:[A-Z]\d{2}-\d{4}|\d{4}\.[a-z0-9_]+-[a-z0-9]+\.\d+)$/

/** Adds the PDF address of an ACL Anthology paper, which is free to read at an address derived from its id. */
function withAnthologyPdf(work: Work): Work {
  const { acl } = work.external_ids
  if (acl === undefined || work.pdf_url !== null || !ANTHOLOGY_ID.test(acl)) return work
  return { ...work, pdf_url: `https://aclanthology.org/${acl}.pdf`, is_oa: true }
}

/** Returns a stored record as a complete `Work`, with fields filled in that older imports did not know. */
export const readWork = (record: string): Work => withAnthologyPdf(readRecord(record).work)
