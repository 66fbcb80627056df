import type { Reference } from '@scinav/contract'
import { isEmpty } from '@scinav/contract/empty'
import { plainText } from './markup.ts'
import { foldLines } from './runs.ts'

/** The letter after the title, by `resource_type`; every other value prints as Z. */
const MARKS: Record<number, string> = { 1: 'J', 2: 'M', 3: 'N', 4: 'D', 5: 'C', 6: 'S', 7: 'P' }

type Field = string | null | undefined

const known = (field: Field): string => (isEmpty(field) ? '' : String(field))
const join = (parts: Field[], mark: string): string =>
  parts
    .map(known)
    .filter((part) => part !== '')
    .join(mark)
const digits = (field: Field): string => known(field).replace(/\D/g, '')
const bracketed = (text: string): string => (text === '' ? '' : `(${text})`)
const year = (reference: Reference): string => known(reference.publish_date).match(/\d{4}/)?.[0] ?? ''

function authors(reference: Reference): string {
  const short = join(reference.authors_short, ',')
  if (short !== '') return short
  return Array.isArray(reference.authors) ? join(reference.authors, ',') : known(reference.authors)
}

function title(reference: Reference): string {
  return plainText(known(reference.title) || known(reference.title_zh))
}

function journal(reference: Reference): string {
  const place = digits(reference.basic_source_vo) + bracketed(digits(reference.basic_source_no))
  const issue = join([reference.basic_sourcename, year(reference), place], ',')
  return join([issue, reference.basic_page], ':')
}

function newspaper(reference: Reference): string {
  const day = join([reference.basic_sourcename, reference.publish_date], ',')
  return day + bracketed(digits(reference.basic_source_no))
}

function venues(reference: Reference): string {
  return join([...reference.publish_venue, year(reference)], ',')
}

/** What stands before the mark. */
function heading(reference: Reference, mark: string): string {
  if (mark === 'S') return join([reference.isbn, title(reference)], '.')
  if (mark === 'P') return title(reference)
  const source = mark === 'C' ? reference.basic_sourcename : null
  return join([authors(reference), title(reference), source], '.')
}

/** What stands after the mark. */
function imprint(reference: Reference, mark: string): string {
  if (mark === 'J') return journal(reference)
  if (mark === 'N') return newspaper(reference)
  if (mark === 'D') return venues(reference)
  if (mark === 'S') return ''
  if (mark === 'P') return join([reference.isbn, reference.publish_date], ',')
  return join([venues(reference), reference.basic_page], ':')
}

/**
 * One reference in the product's own format, GB/T 7714 in its style: exact to the character, half-width
 * marks without spaces, nothing after the last part. `n` prints as `[n]` directly before it.
 *
 * A missing part (see `isEmpty`) takes its mark with it. `spec-format.cases.ts` lists every row and edge.
 * Source: specification §9.
 */
export function formatSpec(reference: Reference, n?: number): string {
  const mark = MARKS[reference.resource_type] ?? 'Z'
  const entry = join([`${heading(reference, mark)}[${mark}]`, imprint(reference, mark)], '.')
  return foldLines(n === undefined ? entry : `[${n}]${entry}`)
}
