import { RESOURCE_TYPE } from '@scinav/contract'
import { BODY_END } from '@scinav/formats'
import { fold, textWithoutMarkup } from '@scinav/search'
import { anyOf } from '../../language/phrases.ts'
import type { Paper } from '../../library/papers/index.ts'
import { type ParsedReference, STANDARD_NUMBER } from '../reference-text/index.ts'
import type { ComparableRecord, DifferingField, ReferenceEntry } from './entry.ts'
import { type IndexedText, indexText, normalizedWords } from './fuzzy-match.ts'
import { givenNamesAgree } from './given-names.ts'
import { areBodiesBesidePeople, namesAllAndMore, namesOtherPeople, splitPeople } from './named-people.ts'
import { extractPrintedNames, printNamesLike } from './printed-names.ts'
import { areSamePeople, oneSpelling, shareScript } from './same-people.ts'

const HAN_CHARACTER = /\p{Script=Han}/u
/** Marks that a list of names goes on: "et al.", 等, an ellipsis; `al` is often misread as `a1`. */
export const ET_AL = /等[.,，。\s]|\bet\s+a[l1I|]\b|\band others\b|…|\.\.\./iu
/** The number of authors that an entry must name; one when it has "et al.". */
const MIN_NAMED_AUTHORS = 3

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

/**
 * Requires the first authors to be named in order, outside of the title, and nobody whom the record lacks. A difference
 * that a correct entry may have is returned with a `doubt`. Returns null when the authors agree.
 */
export function differingAuthors(paper: ComparableRecord, entry: ReferenceEntry): DifferingField | null {
  const printed = authorsBeforeTitle(entry.text, entry.parsed)
  const { title, fields } = entry.parsed
  const authors = { names: fields.author ?? [], hasMore: ET_AL.test(`${printed} `) }
  const areFirst = authorsAgree(paper, entry)
  const namesOthers = title !== null && !mayOmitOwner(paper, printed) && namesOtherPeople(paper, authors)
  if (areFirst && !namesOthers) return null
  const field = differingAuthorsField(paper, printed)
  if (areFirst && namesAllAndMore(paper, authors)) return { ...field, doubt: 'more' }
  const named = authors.names.length > 0 ? authors.names : (fields.editor ?? [])
  if (areBodiesBesidePeople(authorsOrEditors(paper), named)) return { ...field, doubt: 'group' }
  if (areSamePeople(authorsOrEditors(paper), named.flatMap(splitPeople), authors.hasMore))
    return { ...field, doubt: 'names' }
  return field
}

/** Returns whether an entry names the first authors of a record, or says nothing that could be compared with them. */
export function authorsAgree(
  paper: ComparableRecord,
  { text, foldedIndex, parsed }: ReferenceEntry,
): boolean {
  const authors = authorNameForms(paper)
  if (authors.length === 0 || parsed.title === null || areOfOtherScript(paper, { text, parsed })) return true
  const title = normalizedWords(fold(textWithoutMarkup(paper.title), false).text)
  const printed = authorsBeforeTitle(text, parsed)
  const areNamed = possibleAuthors(paper).some((list) => {
    const required = list.slice(0, ET_AL.test(text) ? 1 : MIN_NAMED_AUTHORS)
    const names = nameForms(required)
    // A body may be named after its work, so that the title begins within the name.
    const areInEntry = ([0, 1] as const).some((occurrence) =>
      areInOrder(names, withoutTitleWords(foldedIndex, title, occurrence)),
    )
    return areInEntry && givenNamesAgree(required, printed)
  })
  return areNamed || mayOmitOwner(paper, printed)
}

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
 * @param names the text of the names in the entry.
 */
export function differingAuthorsOnly(paper: ComparableRecord, names: string): DifferingField | null {
  const authors = authorNameForms(paper)
  const { text } = fold(extractPrintedNames(names), false)
  const words = indexText(normalizedWords(text))
  if (authors.length === 0 || words.words.length === 0 || isOtherScript(authors, text)) return null
  const required = authors.slice(0, ET_AL.test(`${names} `) ? 1 : MIN_NAMED_AUTHORS)
  const knownWords = new Set(
    paper.creators.flatMap(({ name, name_zh }) => normalizedWords(fold(`${name} ${name_zh}`, false).text)),
  )
  const namesOthers = words.words.some(
    (word) => word.length >= MIN_FULL_NAME_CHARS && !NAME_JOINER.test(word) && !knownWords.has(word),
  )
  const people = authorsOrEditors(paper).slice(0, required.length)
  const namesAuthors = areInOrder(required, words) && givenNamesAgree(people, extractPrintedNames(names))
  return namesAuthors && !namesOthers ? null : differingAuthorsField(paper, extractPrintedNames(names))
}

/** Returns the difference of the authors; `printed` is how the entry would print those of the record. */
function differingAuthorsField(paper: ComparableRecord, names: string): DifferingField {
  const printed = names === '' ? null : printNamesLike(paper, names)
  return { field: 'authors', given: names, found: paper.authors, ...(printed !== null && { printed }) }
}

/**
 * Returns whether authors occur in order, each under one of its names; several authors may have the same name.
 *
 * @param authors the possible names of each author.
 */
function areInOrder(authors: readonly string[][], words: EntryWords): boolean {
  let from = 0
  for (const names of authors) {
    const positions = names
      .map((name) => findName(normalizedWords(name), words, from))
      .filter((position) => position >= 0)
    if (positions.length === 0) return false
    from = Math.min(...positions) + 1
  }
  return true
}

/** Returns whether an entry names one of the authors outside of the title. */
export function namesAnAuthor(paper: ComparableRecord, entry: ReferenceEntry): boolean {
  const { author = [], editor = [] } = entry.parsed.fields
  const names = [...author, ...editor].flatMap(splitPeople)
  return namesAny(paper, entry) || areSamePeople(authorsOrEditors(paper).slice(0, 1), names.slice(0, 1), true)
}

/** Returns whether the names of an entry cannot be compared with those of a record: they are in another script, or of bodies. */
export function cannotCompareAuthors(paper: ComparableRecord, entry: ReferenceEntry): boolean {
  const { author = [], editor = [] } = entry.parsed.fields
  return (
    paper.creators.length === 0 ||
    areOfOtherScript(paper, entry) ||
    areBodiesBesidePeople(authorsOrEditors(paper), author.length > 0 ? author : editor)
  )
}

/** Returns whether an entry prints its names in a script in which a record has none. */
function areOfOtherScript(
  paper: ComparableRecord,
  { text, parsed }: Pick<ReferenceEntry, 'text' | 'parsed'>,
): boolean {
  const { author = [], editor = [] } = parsed.fields
  const named = [...author, ...editor].join(' ') || authorsBeforeTitle(text, parsed) || text
  return !authorsOrEditors(paper).some(({ name, name_zh = '', family = '' }) =>
    shareScript(`${name} ${name_zh} ${family}`, named),
  )
}

/** Returns whether an entry names any of the authors outside of the title. */
function namesAny(paper: ComparableRecord, { folded, foldedIndex }: ReferenceEntry): boolean {
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
    words[at] === first && title.every((word, offset) => words[at + offset] === word)
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

/** Returns whether the names are Chinese and the entry is not, so that they cannot be compared. */
const isOtherScript = (authors: string[][], text: string): boolean =>
  authors.flat().every((name) => HAN_CHARACTER.test(name)) && !HAN_CHARACTER.test(text)

/**
 * Returns the index of the first word at which a name occurs, −1 for none: a Chinese name as a whole, others by the
 * last word.
 */
function findName(name: readonly string[], { words, forms }: EntryWords, from: number): number {
  const last = name.at(-1) ?? ''
  if (HAN_CHARACTER.test(last))
    return words.findIndex((_, at) => at >= from && name.every((sign, offset) => words[at + offset] === sign))
  const form = oneSpelling(last)
  const joined = oneSpelling(name.join(''))
  return forms.findIndex(
    (each, at) =>
      at >= from &&
      (oneSpelling(each) === form ||
        oneSpelling(each) === joined ||
        (form.length >= MIN_FULL_NAME_CHARS && oneSpelling(each + (forms[at + 1] ?? '')) === form)),
  )
}

/**
 * Returns the offset at which a title begins, −1 for none. A place at the beginning of a word is preferred to one within
 * a word, such as a name.
 */
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
