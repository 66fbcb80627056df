import { RESOURCE_TYPE } from '@scinav/contract'
import { BODY_END } from '@scinav/formats'
import { fold, textWithoutMarkup, yearOf } from '@scinav/search'
import { anyOf } from '../../language/phrases.ts'
import type { Paper } from '../../library/papers/index.ts'
import { isMonograph, titleKey } from '../../library/works/index.ts'
import { type ParsedReference, STANDARD_NUMBER } from '../reference-text/index.ts'
import { differingReferenceFields, PREPRINT_MARK } from './compare-journal-reference.ts'
import { type ComparableRecord, type DifferingField, plainTitles, type ReferenceEntry } from './entry.ts'
import { foldLookalikes, type IndexedText, indexText, matchedShare, normalizedWords } from './fuzzy-match.ts'
import { givenNamesAgree } from './given-names.ts'
import { namesAllAndMore, namesOtherPeople } from './named-people.ts'
import { extractPrintedNames, printNamesLike } from './printed-names.ts'

const HAN_CHARACTER = /\p{Script=Han}/u
/** Marks that a list of names goes on: "et al.", 等, an ellipsis; `al` is often misread as `a1`. */
export const ET_AL = /等[.,，。\s]|\bet\s+a[l1I|]\b|\band others\b|…|\.\.\./iu
/** The number of authors that an entry must name; one when it has "et al.". */
const MIN_NAMED_AUTHORS = 3
/** A title matched at least to this share was misread rather than miswritten. */
const MIN_MISREAD_TITLE_SHARE = 0.999

/** Returns the authors of a work, or else its editors. */
function authorsOrEditors({ creators }: Pick<Paper, 'creators'>): Paper['creators'] {
  const authors = creators.filter(({ role }) => role === 'author' || role === 'corresponding')
  return authors.length > 0 ? authors : creators.filter(({ role }) => role === 'editor')
}

/** Returns the lists of authors that an entry may print: all, the people, or the bodies that they wrote for. */
function possibleAuthors(paper: Pick<Paper, 'creators'>): Paper['creators'][] {
  const authors = authorsOrEditors(paper)
  const { bodies = [], people = [] } = Object.groupBy(authors, ({ is_body }) =>
    is_body ? 'bodies' : 'people',
  )
  return bodies.length > 0 && people.length > 0 ? [authors, people, bodies] : [authors]
}

/** Returns for each author the names that an entry may use: the family name or the Chinese name. */
function nameForms(authors: Paper['creators']): string[][] {
  return authors
    .map(({ name, name_zh, family, is_body }) => {
      const latin = is_body || family ? [is_body ? name : family] : undividedNameEnds(name)
      return [name_zh, ...(HAN_CHARACTER.test(name) ? [name] : latin)]
    })
    .map((names) => names.flatMap((name) => (name ? [fold(name, false).text] : [])))
}

/** Returns the words of a name of which either may be the family name: the last, and the first unless it is an initial. */
function undividedNameEnds(name: string): string[] {
  const words = name.split(/\s+/)
  const isFullWord = (word: string) => /^[\p{Ll}\p{Lu}'’-]{2,}$/u.test(word) && /\p{Ll}/u.test(word)
  return [...words.slice(-1), ...words.slice(0, 1).filter(isFullWord)]
}

const authorNameForms = (paper: Pick<Paper, 'creators'>): string[][] => nameForms(authorsOrEditors(paper))

/** Returns the fields in which an entry differs from the record of its paper; those that it does not state are left out. */
export function differingFields(paper: ComparableRecord, entry: ReferenceEntry): DifferingField[] {
  return [
    titleField(paper, entry),
    authorsField(paper, entry),
    yearField(paper, entry),
    ...differingReferenceFields(paper, entry),
    doiField(paper, entry),
  ].filter((field) => field !== null)
}

/** The edition behind a title, which entries print by itself. */
const TITLE_EDITION =
  /\s?[(（](?:第?[一二三四五六七八九十\d]{1,3}版|\d{1,2}(?:st|nd|rd|th) ed(?:\.|ition)?)[)）]$/iu

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

/** Requires the first authors to be named in order, outside of the title, and nobody whom the record lacks. */
function authorsField(paper: ComparableRecord, entry: ReferenceEntry): DifferingField | null {
  const { title, fields } = entry.parsed
  const printed = authorsBeforeTitle(entry.text, entry.parsed)
  const authors = { names: fields.author ?? [], goOn: ET_AL.test(`${printed} `) }
  const areFirst = authorsAgree(paper, entry)
  const namesOthers = title !== null && !mayOmitOwner(paper, printed) && namesOtherPeople(paper, authors)
  if (areFirst && !namesOthers) return null
  const field = differingAuthorsField(paper, printed)
  return areFirst && namesAllAndMore(paper, authors) ? { ...field, more: true } : field
}

/** Returns whether an entry names the first authors of a record, or says nothing that could be compared with them. */
function authorsAgree(
  paper: ComparableRecord,
  { text, folded, foldedIndex, parsed }: ReferenceEntry,
): boolean {
  const authors = authorNameForms(paper)
  if (authors.length === 0 || parsed.title === null || isOtherScript(authors, folded)) return true
  const title = normalizedWords(fold(textWithoutMarkup(paper.title), false).text)
  const printed = authorsBeforeTitle(text, parsed)
  const areNamed = possibleAuthors(paper).some((all) => {
    const required = all.slice(0, ET_AL.test(text) ? 1 : MIN_NAMED_AUTHORS)
    const names = nameForms(required)
    // A body may be named after its work, so that the title begins within the name.
    const areThere = ([0, 1] as const).some((occurrence) =>
      areInOrder(names, withoutTitleWords(foldedIndex, title, occurrence)),
    )
    return areThere && givenNamesAgree(required, printed)
  })
  return areNamed || mayOmitOwner(paper, printed)
}

/** Returns which of title, authors and year differ: the fields that identify a work. */
export const differingNames = (paper: ComparableRecord, entry: ReferenceEntry) => ({
  title: titleField(paper, entry) !== null,
  authors: !authorsAgree(paper, entry),
  year: yearField(paper, entry) !== null,
})

/** Matches what marks an institution, which issues standards and owns patents. */
const INSTITUTION = new RegExp(`${BODY_END.source}|${anyOf('citations/owners')}`, 'iu')

/**
 * Returns whether an entry may name others than its record: GB/T 7714 prints a standard by its number, and a patent by
 * its applicant or owner, whereas records of patents have the inventors only.
 *
 * @param printed the names in the entry; '' for none.
 */
function mayOmitOwner(paper: ComparableRecord, printed: string): boolean {
  if (paper.resource_type === RESOURCE_TYPE.standard) return printed === ''
  if (paper.resource_type !== RESOURCE_TYPE.patent) return false
  const { words } = indexText(normalizedWords(fold(printed, false).text))
  return (
    INSTITUTION.test(printed) || authorNameForms(paper).some((names) => areInOrder([names], indexText(words)))
  )
}

/** Returns whether a work can be identified without its authors (`mayOmitOwner`). */
export const isOwnedType = ({ resource_type }: ComparableRecord): boolean =>
  resource_type === RESOURCE_TYPE.standard || resource_type === RESOURCE_TYPE.patent

/** Shorter words of a name are initials and particles. */
const MIN_FULL_NAME_CHARS = 4
/** Particles and conjunctions of this length. */
const NAME_JOINER = /^(?:von|van|der|den|and|others)$/

/**
 * Compares the authors of an entry without a title: returns their field when the first authors of the record are not
 * named in order or people are named that are no authors of it; null when the names agree or cannot be compared.
 *
 * @param given the text of the names in the entry.
 */
export function differingAuthorsOnly(paper: ComparableRecord, given: string): DifferingField | null {
  const authors = authorNameForms(paper)
  const { text } = fold(extractPrintedNames(given), false)
  const words = indexText(normalizedWords(text))
  if (authors.length === 0 || words.words.length === 0 || isOtherScript(authors, text)) return null
  const required = authors.slice(0, ET_AL.test(`${given} `) ? 1 : MIN_NAMED_AUTHORS)
  const known = new Set(
    paper.creators.flatMap(({ name, name_zh }) => normalizedWords(fold(`${name} ${name_zh}`, false).text)),
  )
  const namesOthers = words.words.some(
    (word) => word.length >= MIN_FULL_NAME_CHARS && !NAME_JOINER.test(word) && !known.has(word),
  )
  const people = authorsOrEditors(paper).slice(0, required.length)
  const namesAuthors = areInOrder(required, words) && givenNamesAgree(people, extractPrintedNames(given))
  return namesAuthors && !namesOthers ? null : differingAuthorsField(paper, extractPrintedNames(given))
}

function differingAuthorsField(paper: ComparableRecord, given: string): DifferingField {
  const printed = given === '' ? null : printNamesLike(paper, given)
  return { field: 'authors', given, found: paper.authors, ...(printed !== null && { printed }) }
}

/**
 * Returns whether authors occur in order, each under one of its names; several authors may have the same name.
 *
 * @param authors the possible names of each author.
 */
function areInOrder(authors: readonly string[][], words: EntryWords): boolean {
  let from = 0
  for (const names of authors) {
    const places = names
      .map((name) => findName(normalizedWords(name), words, from))
      .filter((place) => place >= 0)
    if (places.length === 0) return false
    from = Math.min(...places) + 1
  }
  return true
}

/** Returns whether an entry names one of the authors outside of the title. */
export function namesAnAuthor(paper: ComparableRecord, { folded, foldedIndex }: ReferenceEntry): boolean {
  const title = fold(textWithoutMarkup(paper.title), false).text
  const words = withoutTitleWords(foldedIndex, normalizedWords(title))
  return authorNameForms(paper).some(
    (names) =>
      areInOrder([names], words) ||
      // An institution may be named after its work: 中国植被编辑委员会, 中国植被.
      names.some((name) => HAN_CHARACTER.test(name) && folded.includes(name) && !title.includes(name)),
  )
}

/** The words of an entry, and their look-alike forms. */
type EntryWords = Pick<IndexedText, 'words' | 'forms'>

/** Removes an occurrence of a title from the words: the first one when `occurrence` is 0, the second when it is 1. */
function withoutTitleWords(
  { words, forms }: EntryWords,
  title: readonly string[],
  occurrence: 0 | 1 = 0,
): EntryWords {
  const [first] = title
  const startsAt = (at: number) =>
    words[at] === first && title.every((word, place) => words[at + place] === word)
  const find = (start: number) =>
    first === undefined ? -1 : words.findIndex((_, at) => at >= start && startsAt(at))
  const firstAt = find(0)
  const from = occurrence === 0 || firstAt < 0 ? firstAt : find(firstAt + 1)
  if (from < 0) return { words, forms }
  return {
    words: words.toSpliced(from, title.length),
    forms: forms.toSpliced(from, title.length),
  }
}

/** Returns whether names and entry are in different scripts, so that they cannot be compared. */
const isOtherScript = (authors: string[][], text: string): boolean =>
  authors.flat().every((name) => HAN_CHARACTER.test(name)) && !HAN_CHARACTER.test(text)

/**
 * Returns the index of the first word at which a name occurs, −1 for none: a Chinese name as a whole, others by the
 * last word.
 */
function findName(name: readonly string[], { words, forms }: EntryWords, from: number): number {
  const last = name.at(-1) ?? ''
  if (HAN_CHARACTER.test(last))
    return words.findIndex((_, at) => at >= from && name.every((sign, place) => words[at + place] === sign))
  const form = withoutUmlauts(foldLookalikes(last))
  return forms.findIndex((other, at) => at >= from && form === withoutUmlauts(other))
}

/** Folds `Mueller` and `muller`, two spellings of Müller, to one form. */
const withoutUmlauts = (form: string): string => form.replace(/([aou])e/gu, '$1')

/** Returns the offset of a title's beginning, rather at the beginning of a word than within a name; −1 for none. */
function findTitle(text: string, start: string): number {
  const first = text.indexOf(start)
  if (first >= 0 && !/[\p{L}\p{N}]/u.test(text[first - 1] ?? '') && first > 0) return first
  const next = text.indexOf(start, first + 1)
  return next > 0 && !/[\p{L}\p{N}]/u.test(text[next - 1] ?? '') ? next : first
}

/** Length to which names are cut, in UTF-16 units. */
const MAX_NAMES_CHARS = 300
/** Length of the beginning of a title by which it is found in an entry, in UTF-16 units. */
const TITLE_START_CHARS = 12

/** Returns the names before the title of an entry; '' when there are none, or the title is not found. */
function authorsBeforeTitle(text: string, { title }: ParsedReference): string {
  const at = title ? findTitle(text, title.slice(0, TITLE_START_CHARS)) : -1
  return extractPrintedNames(at > 0 ? text.slice(0, at).replace(STANDARD_NUMBER, '') : '').slice(
    0,
    MAX_NAMES_CHARS,
  )
}

/** The number of a standard anywhere in an entry; the dash may stand in place of a colon. */
const NUMBER_OF_STANDARD =
  /\b[A-Z]{1,6}(?:\/[A-Z]{1,3})?\s?\d{1,6}(?:[.-]\d{1,4}){0,3}\s?[—–:-]\s?(?:19|20)\d{2}(?!\d)/gu

/** A year from 1500 to 2099. */
const YEAR_NUMBER = /(?<!\d)(?:1[5-9]\d{2}|20\d{2})(?!\d)/g

function yearField(paper: ComparableRecord, entry: ReferenceEntry): DifferingField | null {
  const { text } = entry
  const { title, publish_date, versions, basic_sourcename } = paper
  const year = yearOf(publish_date)
  // Without numbers that look like years: in identifiers, and in the date of a visit.
  const plain = text
    .replace(/(?:https?:|doi:|arxiv:|\b10\.)\S+/gi, ' ')
    .replace(/\[\d{4}-\d{2}-\d{2}\]/g, ' ')
    // Ranges of pages, and numbers of standards: GB/T 7714-2015; no dates: 2012-03.
    .replace(/(?<!\d)(?!(?:19|20)\d\d-\d\d(?!\d))\d{3,6}\s?[-–—]{1,2}\s?\d{2,6}(?!\d)/g, ' ')
  // A standard that states no other year is dated by its number.
  const [stated = []] = [plain.replace(NUMBER_OF_STANDARD, ' '), plain]
    .map((each) => Array.from(each.matchAll(YEAR_NUMBER), ([year]) => Number(year)))
    .filter(({ length }) => length > 0)
  // A year in the title or in the name of proceedings, as in SemEval-2024, is no year of publication.
  const source = titleKey(basic_sourcename ?? '')
  const printedSource = source !== '' && entry.key.includes(source) ? basic_sourcename : ''
  for (const [each] of `${title} ${printedSource}`.matchAll(YEAR_NUMBER)) {
    const at = stated.indexOf(Number(each))
    if (at >= 0) stated.splice(at, 1)
  }
  const recorded = [year, ...versions.map((version) => yearOf(version.publish_date))].filter(
    (each) => each > 0,
  )
  if (recorded.length === 0 || stated.length === 0) return null
  if (stated.some((each) => recorded.includes(each) || isYearOfVersion(paper, each, entry))) return null
  const [first = 0] = stated
  // A later year of a book may be that of another edition.
  const isEdition = isMonograph(paper) && first > year
  return { field: 'year', given: String(first), found: String(year), ...(isEdition && { edition: true }) }
}

/** The most years between a preprint and its article. */
const MAX_YEARS_TO_PRINT = 3

/** Returns whether a year is that of a preprint of a recorded article, or of the article of a recorded preprint. */
function isYearOfVersion(paper: ComparableRecord, year: number, entry: ReferenceEntry): boolean {
  const known = yearOf(paper.publish_date)
  const isPreprint = paper.resource_type === RESOURCE_TYPE.preprint
  if (namesPreprint(entry))
    return !isPreprint && year <= known && year >= (yearOfArxiv(paper) ?? known - MAX_YEARS_TO_PRINT)
  return isPreprint && year >= known && year <= known + MAX_YEARS_TO_PRINT
}

/** Returns whether an entry names a preprint server, and not only its address beside the journal or the proceedings. */
function namesPreprint({ text, parsed: { fields } }: ReferenceEntry): boolean {
  const isPublished = fields.container !== undefined && !PREPRINT_MARK.test(fields.container)
  return PREPRINT_MARK.test(isPublished ? text.replace(/https?:\S+/gi, ' ') : text)
}

const FIRST_ARXIV_YEAR = 1991

/** Returns the year that an arXiv identifier begins with (`1706.03762`); null for identifiers without one. */
function yearOfArxiv({ external_ids }: ComparableRecord): number | null {
  const digits = /(?:^|\/)(\d{2})\d{2}[.\d]/u.exec(external_ids.arxiv ?? '')?.[1]
  if (digits === undefined) return null
  return Number(digits) + (Number(digits) >= FIRST_ARXIV_YEAR % 100 ? 1900 : 2000)
}

/** A DOI of arXiv names another version of the work, so it is not compared with a DOI of a publisher. */
const ARXIV_DOI = /^10\.48550\//u

function doiField({ doi }: ComparableRecord, { parsed }: ReferenceEntry): DifferingField | null {
  if (!doi || !parsed.doi || doi === parsed.doi) return null
  if (ARXIV_DOI.test(doi) !== ARXIV_DOI.test(parsed.doi)) return null
  return { field: 'doi', given: parsed.doi, found: doi }
}
