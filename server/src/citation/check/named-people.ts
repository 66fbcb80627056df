import { BODY_END, parseName } from '@scinav/formats'
import { fold, textWithoutMarkup } from '@scinav/search'
import type { ComparableRecord } from './entry.ts'
import { isFuzzyMatch, normalizedWords } from './fuzzy-match.ts'
import { oneSpelling } from './same-name.ts'
import { shareScript } from './same-people.ts'

/** A Chinese name of a person. */
const HAN_PERSON = /^\p{Script=Han}{2,4}$/u
const HAN = /\p{Script=Han}/u
/** Shorter words are initials. */
const MIN_FAMILY_CHARS = 2
/** Longer words may be a part of a name that another source writes as one word. */
const MIN_PART_CHARS = 4

const foldedName = (name: string): string => fold(name, false).text.replace(/\s+/g, '')

/** Returns the look-alike forms of the words of a text; `ue` and `u` for an umlaut are one form. */
const wordForms = (text: string): string[] => normalizedWords(fold(text, false).text).map(oneSpelling)

type Creators = ComparableRecord['creators']

/** The authors that an entry prints. */
export interface PrintedAuthors {
  /** Each by itself. */
  names: readonly string[]
  /** Whether there are more: `et al.`, 等. */
  hasMore: boolean
}

/**
 * Returns whether an entry names a person as author whom its record lacks: one in a script in which the record has the
 * names of all its people, or more people than the record has. Names of bodies are not compared.
 */
export function namesOtherPeople(record: ComparableRecord, { names, hasMore }: PrintedAuthors): boolean {
  const { creators } = record
  if (creators.length === 0) return false
  const isIncomplete = creators.some(({ and_others }) => and_others)
  if (isIncomplete && namesAllAndMore(record, { names, hasMore })) return false
  const { printed, known, strangers } = comparePeople(record, names)
  const unnamed = known.filter((each) => !printed.some((name) => isNameOf(name, each)))
  const canCompare = (name: string) =>
    HAN.test(name) ? known.every(({ han }) => han !== '') : creators.every((each) => hasNameLike(each, name))
  return (
    strangers.some(canCompare) ||
    strangers.length > unnamed.length ||
    (hasMore && unnamed.length === 0 && printed.length >= creators.length)
  )
}

/** Returns whether either a record or an entry names bodies alone and the other people, so that they cannot be compared. */
export function areBodiesBesidePeople(creators: Creators, names: readonly string[]): boolean {
  if (creators.length === 0 || names.length === 0) return false
  const isBody = ({ is_body, given, name }: Creators[number]) =>
    is_body === true || (given === undefined && isBodyName(name))
  const [areBodies, namesBodies] = [creators.every(isBody), names.every(isBodyName)]
  return areBodies !== namesBodies && (areBodies || !creators.some(isBody))
}

/** Returns whether a name is that of a body and of no person. */
const isBodyName = (name: string): boolean =>
  HAN.test(name)
    ? !HAN_PERSON.test(foldedName(name)) || BODY_END.test(name.trim())
    : parseName(name).family === undefined

/** Returns whether an entry names all people of its record, and further ones only behind them. */
export function namesAllAndMore(record: ComparableRecord, { names }: PrintedAuthors): boolean {
  const { printed, known, strangers } = comparePeople(record, names)
  const [first] = strangers
  const before = first === undefined ? printed : printed.slice(0, printed.indexOf(first))
  return known.every((each) => before.some((name) => isNameOf(name, each)))
}

/**
 * Returns the people that an entry prints, without words of the title, those of the record, and the printed people that
 * are none of these.
 */
function comparePeople({ creators, title, title_zh }: ComparableRecord, names: readonly string[]) {
  const titleWords = new Set(normalizedWords(textWithoutMarkup(`${title} ${title_zh ?? ''}`)))
  const printed = names.flatMap(splitPeople).filter((name) => !isOfTitle(name, titleWords))
  const known = creators.map(readCreator)
  const strangers = printed.filter((name) => isPerson(name) && !known.some((each) => isNameOf(name, each)))
  return { printed, known, strangers }
}

/**
 * Splits what was read as one name where it is none: at full-width commas, which have no space behind them, and at all
 * commas beside a Chinese name.
 */
export const splitPeople = (name: string): string[] =>
  name.split(HAN.test(name) ? /\s{0,2}[,，&、]\s{0,2}/u : /[,，](?=\S)/u).filter((each) => each !== '')

/** Returns whether what was read as a name is mostly of the words of a title. */
function isOfTitle(name: string, titleWords: ReadonlySet<string>): boolean {
  const words = normalizedWords(name)
  return words.filter((word) => titleWords.has(word)).length * 2 > words.length
}

/** Returns whether a name is that of a person; one of a single Latin word may be that of a body. */
function isPerson(name: string): boolean {
  if (HAN.test(name)) return HAN_PERSON.test(foldedName(name)) && !BODY_END.test(name.trim())
  return (
    parseName(name).family !== undefined &&
    /[\s.]/.test(name.trim()) &&
    familyWords(wordForms(name)).length > 0
  )
}

const familyWords = (forms: readonly string[]): string[] =>
  forms.filter(({ length }) => length >= MIN_FAMILY_CHARS)

/** Returns whether a creator has a name in the script of another name. */
const hasNameLike = ({ name, family }: Creators[number], other: string): boolean =>
  shareScript(family ?? name, other)

/** A person or body of a record, in the forms that are compared. */
interface KnownCreator {
  /** The Chinese name; '' without one. */
  han: string
  /** The forms of the words of the other names. */
  words: readonly string[]
}

const readCreator = ({ name, name_zh, family = '' }: Creators[number]): KnownCreator => ({
  han: foldedName([name_zh, name].find((each) => each && HAN.test(each)) ?? ''),
  words: wordForms([name, family].filter((each) => !HAN.test(each)).join(' ')),
})

/** Returns whether a printed name may be that of a creator: any of its words is. */
function isNameOf(name: string, { han, words }: KnownCreator): boolean {
  if (HAN.test(name)) return han !== '' && han.includes(foldedName(name))
  const isKnown = (form: string) =>
    words.some(
      (word) =>
        isFuzzyMatch(word, form) ||
        (form.length >= MIN_PART_CHARS && word.includes(form)) ||
        (word.length >= MIN_PART_CHARS && form.includes(word)),
    )
  return familyWords(wordForms(name)).some(isKnown)
}
