import type { Creator } from '@scinav/contract'
import { NAME_PARTICLES } from '@scinav/formats'
import { fold } from '@scinav/search'
import { foldLookalikes } from './fuzzy-match.ts'

type PersonName = Pick<Creator, 'family' | 'given'>

interface NameToken {
  /** The word as written, without diacritics. */
  word: string
  /** The folded word, with one form for look-alike characters. */
  form: string
  /** The text between the previous word, or the beginning, and this one. */
  gapBefore: string
}

const NAME_SUFFIX = /^(?:jr|sr|ii|iii|iv)$/iu
/** Conjunctions between names; a capital Y is an initial instead. */
const NAME_CONJUNCTION = /^(?:and|AND|et|ET|with|und|y|others|[Ee]ds?)$/u
/** Separates one name from the next, or a family name from the given names after it. */
const SEPARATOR = /[,，;；、&…()（）“"]/u

/** Returns the words of a list of names. */
const nameTokens = (text: string): NameToken[] =>
  [
    ...text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .matchAll(/[\p{L}\p{N}]+/gu),
  ].map((match, at, matches) => {
    const previous = matches[at - 1]
    return {
      word: match[0],
      form: foldLookalikes(fold(match[0], false).text),
      gapBefore: match.input.slice(previous ? previous.index + previous[0].length : 0, match.index),
    }
  })

/** Returns the folded last word of a family name: `meer` of `van der Meer`. */
const familyNameForm = ({ family = '' }: PersonName): string => nameTokens(family).at(-1)?.form ?? ''

/**
 * Returns whether the given names next to each family name begin like those of the record, wherever the entry states
 * them: before the family name (`W. Zhang`) or after it (`Zhang W`, `Zhang, Wei`). Only a contradiction is a
 * disagreement: an author whose family name or given names are missing on either side agrees.
 *
 * @param authors the people of the record.
 * @param text the names of an entry, without its other fields.
 */
export function givenNamesAgree(authors: readonly PersonName[], text: string): boolean {
  const tokens = nameTokens(text)
  const families = new Set(authors.map(familyNameForm))
  /** Whether the entry begins with a family name. */
  const isInverted = authors.some((author) => tokens[0]?.form === nameTokens(author.family ?? '')[0]?.form)
  return authors.every((author) => {
    const familyAt = tokens.flatMap(({ form }, at) => (form === familyNameForm(author) ? [at] : []))
    if (familyAt.length === 0 || !author.given) return true
    return familyAt.some((at) => {
      const [before, after] = [wordsBefore(tokens, at, author), wordsAfter(tokens, at, families)]
      // Words after a name belong to it only when the entry puts family names first, or when no words stand before it;
      // otherwise they are the next person's.
      const candidates = [before, isInverted || before.length === 0 ? after : []].filter(
        ({ length }) => length > 0,
      )
      return candidates.length === 0 || candidates.some((words) => namesAgree(words, author.given ?? ''))
    })
  })
}

/** Returns the words before a family name that may be given names, without the leading words of the family name. */
function wordsBefore(tokens: readonly NameToken[], at: number, { family = '' }: PersonName): string[] {
  const words: string[] = []
  for (let index = at; index > 0 && !SEPARATOR.test(tokens[index]?.gapBefore ?? ''); index -= 1) {
    const { word = '' } = tokens[index - 1] ?? {}
    if (NAME_CONJUNCTION.test(word)) break
    words.unshift(word)
  }
  const leading = nameTokens(family).slice(0, -1)
  const leadingFrom = words.length - leading.length
  const hasLeading = leading.every(
    ({ word }, index) => words[leadingFrom + index]?.toLowerCase() === word.toLowerCase(),
  )
  return hasLeading ? words.slice(0, leadingFrom) : words
}

/** Returns the words after a family name that may be given names: up to the next name. */
function wordsAfter(tokens: readonly NameToken[], at: number, families: ReadonlySet<string>): string[] {
  const words: string[] = []
  for (const { word, form, gapBefore } of tokens.slice(at + 1)) {
    const isFirst = words.length === 0
    const beginsNextName = isFirst ? !/^[,，]?$/u.test(gapBefore.trim()) : SEPARATOR.test(gapBefore)
    // A list of family names only: LeCun, Bengio & Hinton.
    const isFamilyNameList = isFirst && families.has(form)
    if (beginsNextName || isFamilyNameList || NAME_CONJUNCTION.test(word) || /\d/.test(word)) break
    words.push(word)
  }
  return words
}

/** Initials written together, as in `JR`, of which one may have two letters, as in `RTh`. */
const JOINED_INITIALS = /^\p{Lu}(?:\p{Lu}\p{Ll}?|\p{Ll}\p{Lu}){0,2}$/u

const isInitials = (word: string): boolean => JOINED_INITIALS.test(word)

/** Returns the initials of given names without particles and suffixes, in look-alike form. */
function initialsOf(words: readonly string[]): string[] {
  // Particles are lower-case: capitalized, as Le and Di, they may be given names.
  const names = words.filter((word, at) => {
    // A first word such as `II` is no suffix but initials.
    const isSuffix = at > 0 && NAME_SUFFIX.test(word)
    return !NAME_PARTICLES.has(word) && !isSuffix
  })
  return names
    .flatMap((word) => (isInitials(word) ? (word.match(/\p{Lu}/gu) ?? []) : [word.charAt(0)]))
    .map((letter) => foldLookalikes(letter.toLowerCase()))
}

/**
 * Returns whether stated given names agree with those of the record. Compares the first two initials, then whole names
 * where both sides have them; either may be the beginning of the other: `Wei`, `Weidong` and `Wei-dong` agree.
 */
function namesAgree(stated: readonly string[], recordedNames: string): boolean {
  const recorded = nameTokens(recordedNames).map(({ word }) => word)
  const [statedInitials, recordedInitials] = [initialsOf(stated), initialsOf(recorded)]
  // Some styles print a particle among the initials: `Meer Lv` for Lotte van Meer.
  if (stated.join('').toLowerCase() === recorded.map((word) => word.charAt(0).toLowerCase()).join(''))
    return true
  if (statedInitials.length === 0 || recordedInitials.length === 0) return true
  if (nameForm(recorded).startsWith(nameForm(stated))) return true
  const [first, second] = statedInitials
  const [recordedFirst, recordedSecond] = recordedInitials
  if (first !== recordedFirst) return false
  if (second !== undefined && recordedSecond !== undefined && second !== recordedSecond) return false
  const [firstStated = '', firstRecorded = ''] = [stated[0], recorded[0]]
  if (isInitials(firstStated) || isInitials(firstRecorded)) return true
  return (
    nameForm(stated).startsWith(nameForm([firstRecorded])) ||
    nameForm(recorded).startsWith(nameForm([firstStated]))
  )
}

/** Returns given names as one word in the form in which they are compared. */
const nameForm = (words: readonly string[]): string => foldLookalikes(fold(words.join(''), false).text)
