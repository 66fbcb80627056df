import { NAME_PARTICLES } from '@scinav/formats'
import { fold } from '@scinav/search'
import { foldLookalikes } from './fuzzy-match.ts'
import { familyNameForm, nameTokens, type PersonName, wordsAfter, wordsBefore } from './name-tokens.ts'

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

const NAME_SUFFIX = /^(?:jr|sr|ii|iii|iv)$/iu
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

/** Returns given names as one word in the form in which they are compared. */
const nameForm = (words: readonly string[]): string => foldLookalikes(fold(words.join(''), false).text)
