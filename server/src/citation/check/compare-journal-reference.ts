import { RESOURCE_TYPE } from '@scinav/contract'
import { textWithoutMarkup } from '@scinav/search'
import type { ComparableRecord, DifferingField, ReferenceEntry } from './entry.ts'
import { isSameJournal, textBeforeJournal } from './journal-reference.ts'
import {
  completeLastPage,
  extractNumbers,
  readStatedReference,
  type StatedJournalReference,
} from './stated-reference.ts'

/** Returns whether an entry states the record's journal, or agrees with its volume and pages. */
export function agreesWithStatedReference(record: ComparableRecord, entry: ReferenceEntry): boolean {
  const stated = readStatedReference(record, entry)
  const source = textWithoutMarkup(record.basic_sourcename ?? '')
  if (stated.journal !== null && source !== '' && isSameJournal(stated.journal, source)) return true
  const isStated = stated.volume !== null && stated.first !== null
  const isRecorded = Boolean(record.basic_source_vo && record.basic_page)
  return isStated && isRecorded && differingReferenceFields(record, entry).length === 0
}

/**
 * Returns whether an entry states a volume or pages and none of them is other than in the record, which may lack them
 * where it was made before the issue.
 *
 * @param options `mayLackPlace`: whether the entry may state neither.
 */
export function agreesInPlace(
  record: ComparableRecord,
  entry: ReferenceEntry,
  { mayLackPlace }: { mayLackPlace: boolean },
): boolean {
  const stated = readStatedReference(record, entry)
  const isStated = mayLackPlace || stated.volume !== null || stated.first !== null
  return isStated && placeFields(record, stated).length === 0
}

/** Returns the fields among journal, volume, issue and pages in which an entry differs from the record, in this order. */
export function differingReferenceFields(record: ComparableRecord, entry: ReferenceEntry): DifferingField[] {
  const stated = readStatedReference(record, entry)
  return [...journalField(record, stated), ...placeFields(record, stated)]
}

/** Returns the fields among volume, issue and pages in which an entry differs from the record. */
const placeFields = (record: ComparableRecord, stated: StatedJournalReference): DifferingField[] => [
  ...numberField('volume', stated.volume, record.basic_source_vo),
  ...numberField('issue', stated.issue, record.basic_source_no),
  ...pagesField(record, stated),
]

/** Compares journals only; names of proceedings have too many forms. */
function journalField(
  { resource_type, basic_sourcename }: ComparableRecord,
  { journal }: StatedJournalReference,
): DifferingField[] {
  const found = textWithoutMarkup(basic_sourcename ?? '')
  if (
    resource_type !== RESOURCE_TYPE.journalArticle ||
    journal === null ||
    found === '' ||
    isSameJournal(journal, found) ||
    textBeforeJournal(journal, found) !== null
  )
    return []
  return [{ field: 'journal', given: journal, found }]
}

/** Compares a volume or an issue by the numbers in it: they agree when they share one. */
function numberField(
  field: 'volume' | 'issue',
  given: string | null,
  found: string | null,
): DifferingField[] {
  const recorded = extractNumbers(found ?? '')
  // `s2-42` is volume 42 of the second series.
  return given === null ||
    recorded.length === 0 ||
    recorded.some((each) => extractNumbers(given).includes(each))
    ? []
    : [{ field, given, found: found ?? '' }]
}

/** Compares the first page, and the last where both state it; shortened last pages are completed. */
function pagesField(
  { basic_page }: ComparableRecord,
  { first, last }: StatedJournalReference,
): DifferingField[] {
  const [, firstRecorded, shortLast] =
    /^([a-z]?\d+)(?:\s?[-–—]+\s?([a-z]?\d+))?/iu.exec(basic_page ?? '') ?? []
  if (first === null || firstRecorded === undefined) return []
  const lastRecorded = shortLast === undefined ? null : completeLastPage(firstRecorded, shortLast)
  const isFirst = firstRecorded.toLowerCase() === first.toLowerCase()
  const isLast = last === null || lastRecorded === null || completeLastPage(first, last) === lastRecorded
  if (isFirst && isLast) return []
  return [{ field: 'pages', given: last === null ? first : `${first}-${last}`, found: basic_page ?? '' }]
}
