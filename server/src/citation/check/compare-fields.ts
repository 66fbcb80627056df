import { fold, textWithoutMarkup, yearOf } from '@scinav/search'
import type { Paper } from '../../library/papers/index.ts'
import { isMonograph, titleKey } from '../../library/works/index.ts'
import type { ComparableRecord, DifferingField } from './comparable.ts'
import { differingReferenceFields, PREPRINT_MARK } from './compare-journal-reference.ts'
import { plainTitles, type ReferenceEntry } from './entry.ts'
import { foldLookalikes, type IndexedText, indexText, matchedShare, normalizedWords } from './fuzzy-match.ts'
import { givenNamesAgree } from './given-names.ts'
import { type ParsedReference, STANDARD_NUMBER } from './parse-reference.ts'
import { extractPrintedNames, printNamesLike } from './printed-names.ts'

const HAN_CHARACTER = /\p{Script=Han}/u
const ET_AL = /等[.,，。\s]|\bet\s+a[l1I|]\b|\band others\b|…|\.\.\./iu
/** Entries name at least so many authors before they say et al. */
const MIN_NAMED_AUTHORS = 3
/** Titles of which so little is missing were misread, not miswritten. */
const MIN_MISREAD_TITLE_SHARE = 0.999

/** Returns the authors of a work, or else its editors. */
function authorsOrEditors({ creators }: Pick<Paper, 'creators'>): Paper['creators'] {
  const authors = creators.filter(({ role }) => role === 'author' || role === 'corresponding')
  return authors.length > 0 ? authors : creators.filter(({ role }) => role === 'editor')
}

/** What each author of a paper, or else each editor, may be called in an entry: by the family name, or by the Chinese name. */
function authorNameForms(paper: Pick<Paper, 'creators'>): string[][] {
  return authorsOrEditors(paper)
    .map(({ name, name_zh, family, is_body }) => {
      const latin = is_body ? name : (family ?? name.split(/\s+/).at(-1))
      return [name_zh, HAN_CHARACTER.test(name) ? name : latin]
    })
    .map((names) => names.flatMap((name) => (name ? [fold(name, false).text] : [])))
}

/** What an entry says otherwise than the record of the paper that it is. */
export function differingFields(paper: ComparableRecord, stated: ReferenceEntry): DifferingField[] {
  return [
    titleField(paper, stated),
    authorsField(paper, stated),
    yearField(paper, stated),
    ...differingReferenceFields(paper, stated),
    doiField(paper, stated),
  ].filter((field) => field !== null)
}

function titleField(paper: ComparableRecord, { key, parsed, said }: ReferenceEntry): DifferingField | null {
  const titles = plainTitles(paper)
  // An identifier alone says no title.
  if (parsed.title === null || titles.some((each) => key.includes(titleKey(each)))) return null
  const shares = new Map(titles.map((each) => [each, matchedShare(normalizedWords(each), said)]))
  const shareOf = (title: string) => shares.get(title) ?? 0
  // Characters of a Chinese title stand elsewhere in an entry too: they count only as a whole.
  if (titles.some((each) => !HAN_CHARACTER.test(each) && shareOf(each) >= MIN_MISREAD_TITLE_SHARE))
    return null
  const [nearest = ''] = titles.toSorted((a, b) => shareOf(b) - shareOf(a))
  return { field: 'title', given: parsed.title, found: nearest }
}

/** The first authors have to be named, in their order, outside of the title. */
const authorsField = (paper: ComparableRecord, entry: ReferenceEntry): DifferingField | null =>
  authorsAgree(paper, entry)
    ? null
    : differingAuthorsField(paper, authorsBeforeTitle(entry.text, entry.parsed))

/** Returns whether an entry names the first authors of a record, or says nothing that could be compared with them. */
function authorsAgree(
  paper: ComparableRecord,
  { text, folded, foldedWords, parsed }: ReferenceEntry,
): boolean {
  const authors = authorNameForms(paper)
  if (authors.length === 0 || parsed.title === null || isOtherScript(authors, folded)) return true
  const asked = authors.slice(0, ET_AL.test(text) ? 1 : MIN_NAMED_AUTHORS)
  const words = withoutTitleWords(
    foldedWords,
    normalizedWords(fold(textWithoutMarkup(paper.title), false).text),
  )
  const given = authorsBeforeTitle(text, parsed)
  const people = authorsOrEditors(paper).slice(0, asked.length)
  return (areInOrder(asked, words) && givenNamesAgree(people, given)) || mayOmitOwner(paper, given)
}

/** Returns which of title, authors and year an entry says otherwise: what a work is told by, without the other fields. */
export const differingNames = (paper: ComparableRecord, entry: ReferenceEntry) => ({
  title: titleField(paper, entry) !== null,
  authors: !authorsAgree(paper, entry),
  year: yearField(paper, entry) !== null,
})

const STANDARD_TYPE = 6
const PATENT_TYPE = 7
/** What signs for standards and owns patents. */
const INSTITUTION =
  /(?:公司|大学|学院|学校|研究[所院]|集团|工厂|中心|医院|委员会|协会|厂)(?:$|[.。,，;；\s])|\b(?:inc|ltd|llc|co|corp|corporation|company|gmbh|pty|plc|ag|university|institute)\b/iu

/**
 * Whether an entry need not name who a record names: GB/T 7714 prints a standard by its number, and a patent by who applied
 * for it or owns it, of whom records have the inventors only.
 */
function mayOmitOwner(paper: ComparableRecord, given: string): boolean {
  if (paper.resource_type === STANDARD_TYPE) return given === ''
  if (paper.resource_type !== PATENT_TYPE) return false
  const { words } = indexText(normalizedWords(fold(given, false).text))
  return (
    INSTITUTION.test(given) || authorNameForms(paper).some((names) => areInOrder([names], indexText(words)))
  )
}

/** Whether a work may be told without its authors, as `isByOwner` says. */
export const isOwnedType = ({ resource_type }: ComparableRecord): boolean =>
  resource_type === STANDARD_TYPE || resource_type === PATENT_TYPE

/** Names of an entry without a title, where a paper's first authors are not there in their order, or others are. */
export function differingAuthorsOnly(paper: ComparableRecord, given: string): DifferingField | null {
  const authors = authorNameForms(paper)
  const { text } = fold(extractPrintedNames(given), false)
  const words = indexText(normalizedWords(text))
  if (authors.length === 0 || words.words.length === 0 || isOtherScript(authors, text)) return null
  const asked = authors.slice(0, ET_AL.test(`${given} `) ? 1 : MIN_NAMED_AUTHORS)
  const known = new Set(
    paper.creators.flatMap(({ name, name_zh }) => normalizedWords(fold(`${name} ${name_zh}`, false).text)),
  )
  const isOther = words.words.some(
    (word) => word.length >= MIN_FULL_NAME_CHARS && !NAME_JOINER.test(word) && !known.has(word),
  )
  const people = authorsOrEditors(paper).slice(0, asked.length)
  const isTheirs = areInOrder(asked, words) && givenNamesAgree(people, extractPrintedNames(given))
  return isTheirs && !isOther ? null : differingAuthorsField(paper, extractPrintedNames(given))
}

/** Shorter words of a name are initials and particles. */
const MIN_FULL_NAME_CHARS = 4
const NAME_JOINER = /^(?:von|van|der|den|and|others)$/

function differingAuthorsField(paper: ComparableRecord, given: string): DifferingField {
  const printed = given === '' ? null : printNamesLike(paper, given)
  return { field: 'authors', given, found: paper.authors, ...(printed !== null && { printed }) }
}

/** Whether names stand one behind the other; several authors may be called alike. */
function areInOrder(asked: readonly string[][], words: EntryWords): boolean {
  let from = 0
  for (const names of asked) {
    const places = names
      .map((name) => findName(normalizedWords(name), words, from))
      .filter((place) => place >= 0)
    if (places.length === 0) return false
    from = Math.min(...places) + 1
  }
  return true
}

/** Returns whether an entry names one of the authors outside of the title. */
export function namesAnAuthor(paper: ComparableRecord, { folded, foldedWords }: ReferenceEntry): boolean {
  const title = fold(textWithoutMarkup(paper.title), false).text
  const words = withoutTitleWords(foldedWords, normalizedWords(title))
  return authorNameForms(paper).some(
    (names) =>
      areInOrder([names], words) ||
      // A body may be named after what it made: 中国植被编辑委员会, 中国植被.
      names.some((name) => HAN_CHARACTER.test(name) && folded.includes(name) && !title.includes(name)),
  )
}

/** Words of an entry, and what scanning may make of each. */
type EntryWords = Pick<IndexedText, 'words' | 'unscanned'>

/** Without the words of a title where they first stand one behind the other. */
function withoutTitleWords({ words, unscanned }: EntryWords, title: readonly string[]): EntryWords {
  const [first] = title
  const fits = (at: number) => words[at] === first && title.every((word, place) => words[at + place] === word)
  const from = first === undefined ? -1 : words.findIndex((_, at) => fits(at))
  if (from < 0) return { words, unscanned }
  return {
    words: words.toSpliced(from, title.length),
    unscanned: unscanned.toSpliced(from, title.length),
  }
}

/** Names in characters cannot be looked for in an entry in Latin letters, nor the other way round. */
const isOtherScript = (authors: string[][], said: string): boolean =>
  authors.flat().every((name) => HAN_CHARACTER.test(name)) && !HAN_CHARACTER.test(said)

/** The number of the word from which on a name is first said: a Chinese name whole, of others the last word; -1 where nowhere. */
function findName(name: readonly string[], { words, unscanned: forms }: EntryWords, from: number): number {
  const last = name.at(-1) ?? ''
  if (HAN_CHARACTER.test(last))
    return words.findIndex((_, at) => at >= from && name.every((sign, place) => words[at + place] === sign))
  const form = withoutUmlauts(foldLookalikes(last))
  return forms.findIndex((other, at) => at >= from && form === withoutUmlauts(other))
}

/** `Mueller` is how some write Müller, which is folded to `muller`. */
const withoutUmlauts = (form: string): string => form.replace(/([aou])e/gu, '$1')

/** What stands before the title is who wrote it. */
function authorsBeforeTitle(text: string, { title }: ParsedReference): string {
  const at = title ? text.indexOf(title.slice(0, 12)) : -1
  return extractPrintedNames(at > 0 ? text.slice(0, at).replace(STANDARD_NUMBER, '') : '').slice(
    0,
    MAX_NAMES_CHARS,
  )
}

const MAX_NAMES_CHARS = 300

const YEAR_NUMBER = /(?<!\d)(?:1[5-9]\d{2}|20\d{2})(?!\d)/g

function yearField(paper: ComparableRecord, { text }: ReferenceEntry): DifferingField | null {
  const { title, publish_date, versions } = paper
  const year = yearOf(publish_date)
  const plain = text
    .replace(/(?:https?:|doi:|arxiv:|\b10\.)\S+/gi, ' ')
    .replace(/\[\d{4}-\d{2}-\d{2}\]/g, ' ')
    // Pages, and numbers of standards: GB/T 7714-2015.
    .replace(/(?<!\d)\d{3,6}[-–—]\d{3,6}(?!\d)/g, ' ')
  const given = [...plain.matchAll(YEAR_NUMBER)].map(([each]) => Number(each))
  // A year of the title, as of SemEval-2024, says nothing of when.
  for (const [each] of title.matchAll(YEAR_NUMBER)) {
    const at = given.indexOf(Number(each))
    if (at >= 0) given.splice(at, 1)
  }
  const known = [year, ...versions.map((version) => yearOf(version.publish_date))].filter((each) => each > 0)
  if (known.length === 0 || given.length === 0 || given.some((each) => known.includes(each))) return null
  if (given.some((each) => isYearOfVersion(paper, each, text))) return null
  const [first = 0] = given
  const isEdition = isMonograph(paper) && first > year
  return { field: 'year', given: String(first), found: String(year), ...(isEdition && { edition: true }) }
}

const PREPRINT_TYPE = 9
const MAX_YEARS_TO_PRINT = 3

/** Whether a year is that of a preprint of a paper whose record is the article, or of the article of a recorded preprint. */
function isYearOfVersion(paper: ComparableRecord, year: number, text: string): boolean {
  const known = yearOf(paper.publish_date)
  const isPreprint = paper.resource_type === PREPRINT_TYPE
  if (PREPRINT_MARK.test(text))
    return !isPreprint && year <= known && year >= (yearOfArxiv(paper) ?? known - MAX_YEARS_TO_PRINT)
  return isPreprint && year >= known && year <= known + MAX_YEARS_TO_PRINT
}

/** Returns the year that an arXiv identifier begins with; null for identifiers without one. */
function yearOfArxiv({ external_ids }: ComparableRecord): number | null {
  const digits = /(?:^|\/)(\d{2})\d{2}[.\d]/u.exec(external_ids.arxiv ?? '')?.[1]
  if (digits === undefined) return null
  return Number(digits) + (Number(digits) > 90 ? 1900 : 2000)
}

/** DOIs of arXiv name another version of the work. */
const ARXIV_DOI = /^10\.48550\//u

function doiField({ doi }: ComparableRecord, { parsed }: ReferenceEntry): DifferingField | null {
  if (!doi || !parsed.doi || doi === parsed.doi) return null
  if (ARXIV_DOI.test(doi) !== ARXIV_DOI.test(parsed.doi)) return null
  return { field: 'doi', given: parsed.doi, found: doi }
}
