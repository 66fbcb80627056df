import { isEmpty } from '@scinav/contract/empty'
import { RESOURCE_TYPE, type Reference } from '@scinav/contract/stored-works'
import { stripMarkup } from './markup.ts'
import { foldLines } from './runs.ts'

/** The letter after the title, by `resource_type`; every other value prints as Z. */
const TYPE_MARKS: Record<number, string> = {
  [RESOURCE_TYPE.journalArticle]: 'J',
  [RESOURCE_TYPE.book]: 'M',
  [RESOURCE_TYPE.newspaperArticle]: 'N',
  [RESOURCE_TYPE.thesis]: 'D',
  [RESOURCE_TYPE.conferencePaper]: 'C',
  [RESOURCE_TYPE.standard]: 'S',
  [RESOURCE_TYPE.patent]: 'P',
}

/**
 * Formats a reference in the product's own format, which follows GB/T 7714: exact to the character, with half-width
 * marks without spaces, on one line, and with nothing after the last part. `number` is printed as `[number]` directly
 * before it.
 *
 * A missing part (see `isEmpty`) is omitted with its mark. `spec-format.cases.ts` lists every row and edge case.
 *
 * Source: specification §9.
 */
export function formatSpec(reference: Reference, number?: number): string {
  const mark = TYPE_MARKS[reference.resource_type] ?? 'Z'
  const entry = joinFields([`${entryHeading(reference, mark)}[${mark}]`, entryImprint(reference, mark)], '.')
  return foldLines(number === undefined ? entry : `[${number}]${entry}`)
}

type FieldValue = string | null | undefined

/** Joins the parts that are not empty by a mark. */
const joinFields = (parts: FieldValue[], mark: string): string =>
  parts
    .map(fieldText)
    .filter((part) => part !== '')
    .join(mark)

/** Returns a field as text; '' where it is empty or says `null` (see `isEmpty`). */
const fieldText = (field: FieldValue): string => (isEmpty(field) ? '' : String(field))

/** Returns what stands before the type mark, `[J]`; `mark` is its letter. */
function entryHeading(reference: Reference, mark: string): string {
  if (mark === 'S') return joinFields([reference.isbn, titleText(reference)], '.')
  if (mark === 'P') return titleText(reference)
  const source = mark === 'C' ? reference.basic_sourcename : null
  return joinFields([authorsText(reference), titleText(reference), source], '.')
}

function titleText(reference: Reference): string {
  return stripMarkup(fieldText(reference.title) || fieldText(reference.title_zh))
}

/** Returns the short names, else the full ones, with commas between them; authors given as one text are not divided. */
function authorsText(reference: Reference): string {
  const short = joinFields(reference.authors_short, ',')
  if (short !== '') return short
  return Array.isArray(reference.authors) ? joinFields(reference.authors, ',') : fieldText(reference.authors)
}

/** Returns what stands after the type mark. */
function entryImprint(reference: Reference, mark: string): string {
  if (mark === 'J') return journalText(reference)
  if (mark === 'N') return newspaperText(reference)
  if (mark === 'D') return venuesText(reference)
  if (mark === 'S') return ''
  if (mark === 'P') return joinFields([reference.isbn, reference.publish_date], ',')
  return joinFields([venuesText(reference), reference.basic_page], ':')
}

/** Returns journal, year, volume, issue and pages: `航空学报,2024,45(8):102-111`. */
function journalText(reference: Reference): string {
  const volumeAndIssue =
    fieldDigits(reference.basic_source_vo) + inParentheses(fieldDigits(reference.basic_source_no))
  const source = joinFields([reference.basic_sourcename, publicationYear(reference), volumeAndIssue], ',')
  return joinFields([source, reference.basic_page], ':')
}

/** Returns the digits of a field: `3` for `第3卷`. */
const fieldDigits = (field: FieldValue): string => fieldText(field).replace(/\D/g, '')

const inParentheses = (text: string): string => (text === '' ? '' : `(${text})`)

/** Returns the first four digits in the date of publication; '' without any. */
const publicationYear = (reference: Reference): string =>
  fieldText(reference.publish_date).match(/\d{4}/)?.[0] ?? ''

/** Returns newspaper, date as stored, and page: `中国青年报,2000-11-20(15)`. */
function newspaperText(reference: Reference): string {
  const day = joinFields([reference.basic_sourcename, reference.publish_date], ',')
  return day + inParentheses(fieldDigits(reference.basic_source_no))
}

/** Returns place, publisher and year: `北京,中国人民大学出版社,2012`. */
function venuesText(reference: Reference): string {
  return joinFields([...reference.publish_venue, publicationYear(reference)], ',')
}
