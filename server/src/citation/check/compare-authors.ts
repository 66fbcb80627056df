import { RESOURCE_TYPE } from '@scinav/contract'
import { BODY_END } from '@scinav/formats'
import { fold, textWithoutMarkup } from '@scinav/search'
import { anyOf } from '../../language/phrases.ts'
import {
  authorNameForms,
  authorsOrEditors,
  HAN_CHARACTER,
  nameForms,
  possibleAuthors,
} from './author-names.ts'
import type { ComparableRecord, DifferingField, ReferenceEntry } from './entry.ts'
import { areInOrder, authorsBeforeTitle, MIN_FULL_NAME_CHARS, withoutTitleWords } from './entry-words.ts'
import { indexText, normalizedWords } from './fuzzy-match.ts'
import { givenNamesAgree } from './given-names.ts'
import { areBodiesBesidePeople, namesAllAndMore, namesOtherPeople, splitPeople } from './named-people.ts'
import { extractPrintedNames, printNamesLike } from './printed-names.ts'
import { areSamePeople, shareScript } from './same-people.ts'

/** Marks that a list of names goes on: "et al.", 等, an ellipsis; `al` is often misread as `a1`. */
export const ET_AL = /等[.,，。\s]|\bet\s+a[l1I|]\b|\band others\b|…|\.\.\./iu
/** The number of authors that an entry must name; one when it has "et al.". */
const MIN_NAMED_AUTHORS = 3

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

/** Returns whether an entry names one of the authors outside of the title. */
export function namesAnAuthor(paper: ComparableRecord, entry: ReferenceEntry): boolean {
  const { author = [], editor = [] } = entry.parsed.fields
  const names = [...author, ...editor].flatMap(splitPeople)
  return namesAny(paper, entry) || areSamePeople(authorsOrEditors(paper).slice(0, 1), names.slice(0, 1), true)
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

/** Returns whether the names are Chinese and the entry is not, so that they cannot be compared. */
const isOtherScript = (authors: string[][], text: string): boolean =>
  authors.flat().every((name) => HAN_CHARACTER.test(name)) && !HAN_CHARACTER.test(text)
