import { RESOURCE_TYPE } from '@scinav/contract'
import { arxivMonth } from '@scinav/formats'
import { yearOf } from '@scinav/search'
import { isMonograph, titleKey } from '../../library/works/index.ts'
import { authorsAgree, differingAuthors } from './compare-authors.ts'
import { agreesInPlace, differingReferenceFields } from './compare-journal-reference.ts'
import { type ComparableRecord, type DifferingField, plainTitles, type ReferenceEntry } from './entry.ts'
import { matchedShare, normalizedWords } from './fuzzy-match.ts'
import { PREPRINT_MARK } from './stated-reference.ts'

const HAN_CHARACTER = /\p{Script=Han}/u
/** A title matched at least to this share was misread rather than miswritten. */
const MIN_MISREAD_TITLE_SHARE = 0.999

/**
 * Returns the fields in which an entry differs from the record of its paper; those that it does not state are left out.
 * In this order: title, authors, year, journal, volume, issue, pages, DOI.
 */
export function differingFields(paper: ComparableRecord, entry: ReferenceEntry): DifferingField[] {
  return [
    titleField(paper, entry),
    differingAuthors(paper, entry),
    yearField(paper, entry),
    ...differingReferenceFields(paper, entry),
    doiField(paper, entry),
  ].filter((field) => field !== null)
}

/** The edition behind a title, which entries print by itself. */
const TITLE_EDITION =
  /\s?[(（](?:第?[一二三四五六七八九十\d]{1,3}版|\d{1,2}(?:st|nd|rd|th) ed(?:\.|ition)?)[)）]$/iu

/**
 * Returns the difference of the title; null when the entry states none, or states that of the record, perhaps
 * misread.
 */
function titleField(paper: ComparableRecord, { key, parsed, index }: ReferenceEntry): DifferingField | null {
  const titles = plainTitles(paper).flatMap((each) => [each, each.replace(TITLE_EDITION, '')])
  // An entry with an identifier only states no title.
  if (parsed.title === null || titles.some((each) => key.includes(titleKey(each)))) return null
  const shares = new Map(titles.map((each) => [each, matchedShare(normalizedWords(each), index)]))
  const shareOf = (title: string) => shares.get(title) ?? 0
  // Characters of a Chinese title may occur elsewhere in an entry, so a Chinese title must match as a whole.
  if (titles.some((each) => !HAN_CHARACTER.test(each) && shareOf(each) >= MIN_MISREAD_TITLE_SHARE))
    return null
  const [nearest = ''] = titles.toSorted((a, b) => shareOf(b) - shareOf(a))
  return { field: 'title', given: parsed.title, found: nearest }
}

/** Returns which of title, authors and year differ: the fields that identify a work. */
export const differingNames = (paper: ComparableRecord, entry: ReferenceEntry) => ({
  title: titleField(paper, entry) !== null,
  authors: !authorsAgree(paper, entry),
  year: yearField(paper, entry) !== null,
})

/** The number of a standard anywhere in an entry; the dash may stand in place of a colon. */
const NUMBER_OF_STANDARD =
  /\b[A-Z]{1,6}(?:\/[A-Z]{1,3})?\s?\d{1,6}(?:[.-]\d{1,4}){0,3}\s?[—–:-]\s?(?:19|20)\d{2}(?!\d)/gu

/** A year from 1500 to 2099. */
const YEAR_NUMBER = /(?<!\d)(?:1[5-9]\d{2}|20\d{2})(?!\d)/g

/**
 * Returns the difference of the year; null when the entry or the record has none, or a stated one is right.
 */
function yearField(paper: ComparableRecord, entry: ReferenceEntry): DifferingField | null {
  const stated = statedYears(paper, entry)
  const { publish_date, versions } = paper
  const recorded = [publish_date, ...versions.map((version) => version.publish_date)]
    .map(yearOf)
    .filter((year) => year > 0)
  if (recorded.length === 0 || stated.length === 0) return null
  if (stated.some((year) => recorded.includes(year) || isYearOfVersion(paper, year, entry))) return null
  const [first = 0] = stated
  const doubt = doubtOfYear(paper, first, entry)
  return { field: 'year', given: String(first), found: String(yearOf(publish_date)), ...(doubt && { doubt }) }
}

/** Returns the numbers of an entry that may be its year, in their order; empty without one. */
function statedYears({ title, basic_sourcename }: ComparableRecord, { text, key }: ReferenceEntry): number[] {
  // Without numbers that look like years: in identifiers, and in the date of a visit.
  const withoutNumbers = text
    .replace(/(?:https?:|doi:|arxiv:|\b10\.)\S+/gi, ' ')
    .replace(/\[\d{4}-\d{2}-\d{2}\]/g, ' ')
    // Ranges of pages, and numbers of standards: GB/T 7714-2015; no dates: 2012-03.
    .replace(/(?<!\d)(?!(?:19|20)\d\d-\d\d(?!\d))\d{3,6}\s?[-–—]{1,2}\s?\d{2,6}(?!\d)/g, ' ')
  // A standard that states no other year is dated by its number.
  const [years = []] = [withoutNumbers.replace(NUMBER_OF_STANDARD, ' '), withoutNumbers]
    .map((each) => Array.from(each.matchAll(YEAR_NUMBER), ([year]) => Number(year)))
    .filter(({ length }) => length > 0)
  // A year in the title or in the name of proceedings, as in SemEval-2024, is no year of publication.
  const source = titleKey(basic_sourcename ?? '')
  const printedSource = source !== '' && key.includes(source) ? basic_sourcename : ''
  for (const [each] of `${title} ${printedSource}`.matchAll(YEAR_NUMBER)) {
    const at = years.indexOf(Number(each))
    if (at >= 0) years.splice(at, 1)
  }
  return years
}

/**
 * Returns why a year other than that of the record may be right: a later edition of a book, or the other date of a work
 * that is online before its issue, or presented before its proceedings.
 */
function doubtOfYear(
  paper: ComparableRecord,
  statedYear: number,
  entry: ReferenceEntry,
): DifferingField['doubt'] {
  const year = yearOf(paper.publish_date)
  if (isMonograph(paper) && statedYear > year) return 'edition'
  if (Math.abs(statedYear - year) !== 1) return undefined
  // Who cites a work that is online only states no volume yet.
  const mayLackPlace = statedYear < year || paper.resource_type === RESOURCE_TYPE.conferencePaper
  return agreesInPlace(paper, entry, { mayLackPlace }) ? 'online' : undefined
}

/** The most years between a preprint and its article. */
const MAX_YEARS_TO_PRINT = 3

/** Returns whether a year is that of a preprint of a recorded article, or of the article of a recorded preprint. */
function isYearOfVersion(paper: ComparableRecord, year: number, entry: ReferenceEntry): boolean {
  const recorded = yearOf(paper.publish_date)
  const isPreprint = paper.resource_type === RESOURCE_TYPE.preprint
  if (namesPreprint(entry))
    return !isPreprint && year <= recorded && year >= (yearOfArxiv(paper) ?? recorded - MAX_YEARS_TO_PRINT)
  return isPreprint && year >= recorded && year <= recorded + MAX_YEARS_TO_PRINT
}

/** Returns whether an entry names a preprint server, and not only its address beside the journal or the proceedings. */
function namesPreprint({ text, parsed: { fields } }: ReferenceEntry): boolean {
  const isPublished = fields.container !== undefined && !PREPRINT_MARK.test(fields.container)
  return PREPRINT_MARK.test(isPublished ? text.replace(/https?:\S+/gi, ' ') : text)
}

/** Returns the year that the arXiv identifier of a record begins with; null without one. */
function yearOfArxiv({ external_ids }: ComparableRecord): number | null {
  const month = arxivMonth(external_ids.arxiv ?? '')
  return month === null ? null : yearOf(month)
}

/** A DOI of arXiv names another version of the work, so it is not compared with a DOI of a publisher. */
const ARXIV_DOI = /^10\.48550\//u

function doiField({ doi }: ComparableRecord, { parsed }: ReferenceEntry): DifferingField | null {
  if (!doi || !parsed.doi || doi === parsed.doi) return null
  if (ARXIV_DOI.test(doi) !== ARXIV_DOI.test(parsed.doi)) return null
  return { field: 'doi', given: parsed.doi, found: doi }
}
