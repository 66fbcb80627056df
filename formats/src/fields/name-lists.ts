// Splits fields that hold several names, whatever separates them, and lists of keywords.
import type { Creator } from '@scinav/contract'
import { BODY_WORD, FOREIGN_CONJUNCTION, NAME_PARTICLES, OTHERS_NAME, TRAILING_OTHERS } from './name-words.ts'
import { type CreatorRole, HAN_TEXT, isSuffix, toCreator } from './names.ts'

/** Returns the names in one field in order, whatever separates them; an incomplete list ends in `et al.` */
export function splitNames(text: string): string[] {
  // No name contains a vertical bar, or a slash between spaces.
  return splitList(text.replace(/\s\/\s|\|/g, ';')).flatMap((part) => {
    const named = part.replace(TRAILING_OTHERS, '')
    return named === part ? splitConjoinedNames(part) : [...splitConjoinedNames(named), 'et al.']
  })
}

/** Matches three or more Chinese names separated by spaces, `李岩 王平 赵小四`; two words may be a single name. */
const SPACED_CHINESE_NAMES = /^\p{Script=Han}{2,4}(?:\s+\p{Script=Han}{2,4}){2,}$/u

/**
 * Splits a field with several names: Chinese exports separate them with `;`, old ones with commas between Chinese
 * names.
 */
export function splitList(text: string): string[] {
  const parts = text.split(/[;；]/)
  const present = parts.filter((part) => part.trim() !== '')
  const [single = ''] = present
  if (present.length === 1 && SPACED_CHINESE_NAMES.test(single.trim())) return single.trim().split(/\s+/)
  const hasChineseCommas = present.length === 1 && /\p{Script=Han}\s*[,，、]\s*\p{Script=Han}/u.test(single)
  const names = hasChineseCommas && !isFamilyAndGiven(single) ? single.split(/[,，、]/) : present
  return names.map((part) => part.trim()).filter((part) => part !== '')
}

/** Returns whether a text is one person, `沈, 括`, because no complete name is a single character. */
function isFamilyAndGiven(text: string): boolean {
  const parts = text.split(/[,，]/).map((part) => part.trim())
  return parts.length === 2 && parts.some((part) => [...part].length === 1)
}

/** Matches `and` or `&` between two names, with the comma before it: `, & `. */
const CONJUNCTION = /(?:(?<![\s,])[\s,]+and\s+|(?<![\s,&])[\s,]*&\s*)/i

/**
 * Splits `Ness, Ada and Ruud, Bo` or `Ness, A., Ruud, B., & Moss, C.`; the name of a body may contain an "and" of its
 * own.
 */
function splitConjoinedNames(text: string): string[] {
  // Names of corporate authors end in a comma.
  if (text.endsWith(',')) return [text]
  const parts = text.split(CONJUNCTION).filter((part) => part !== '')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const isPerson = (part: string) => isInverted(part) || (isNaturalName(part) && !BODY_WORD.test(part))
  const areMany =
    parts.length > 1 &&
    isPerson(first) &&
    parts.every((part) => isPerson(part) || (isInverted(first) && BODY_WORD.test(part)))
  // If the last name has the given name first, so have the names between commas.
  const areNatural = areMany && !isInverted(last)
  return (areMany ? parts : foreignNames(text)).flatMap(
    (part) =>
      (areNatural ? (naturalNames(part) ?? namesAfterInverted(part)) : null) ??
      splitCommaNames(part) ?? [part],
  )
}

/** Returns whether a text is the name of a person with the family name first: `Ness, Ada`. */
const isInverted = (part: string): boolean => /^[^,]+,\s*\S/.test(part) && !BODY_WORD.test(part)

/** Returns whether a text is a complete name in its natural order: `Ann Lee`, `Bo von Ruud`. */
const isNaturalName = (part: string): boolean =>
  HAN_TEXT.test(part) ||
  (splitWords(part).length > 1 &&
    !areInitials(part) &&
    splitWords(part).every((word) => /^\p{Lu}/u.test(word) || NAME_PARTICLES.has(word)))

const splitWords = (part: string): string[] => part.split(/\s+/)

/**
 * Matches initials: `A.`, `A. B.`, `J.-L.`, `AB`, `Th. M.`; without a full stop, two letters may be a name: `K. He`.
 */
const INITIALS = /^(?:(?:\p{Lu}\p{Ll}|\p{Lu}{1,3})\.[\s.-]*|\p{Lu}{1,3}(?:[\s-]+|$))+$/u

/** Returns whether a text consists of initials only. */
const areInitials = (part: string): boolean => INITIALS.test(part)

/** Splits `Ness, Ada und Ruud, Bo`; in names of any other order the conjunction is part of a name. */
function foreignNames(text: string): string[] {
  const parts = text.split(FOREIGN_CONJUNCTION)
  return parts.every(isInverted) ? parts : [text]
}

/** Splits `A. Ness, B. Ruud`; returns null where a part is not a complete name. */
function naturalNames(text: string): string[] | null {
  const parts = splitAtCommas(text)
  return parts.length > 1 && parts.every(isNaturalName) ? parts : null
}

/** Splits a text at commas; a suffix stays with the part before it. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  for (const part of text.split(/[,，]/).map((each) => each.trim())) {
    if (part === '') continue
    if (isSuffix(part) && parts.length > 0) parts.push(`${parts.pop()}, ${part}`)
    else parts.push(part)
  }
  return parts
}

/** Splits `Ness, A., B. Ruud, C. Moss`, where the first name alone is inverted; null where others are no names. */
function namesAfterInverted(text: string): string[] | null {
  const [family = '', given = '', ...others] = splitAtCommas(text)
  return others.length > 0 && others.every(isNaturalName) ? [`${family}, ${given}`, ...others] : null
}

/** Largest number of words of a family name or a given name in a list of pairs. */
const MAX_PAIR_WORDS = 3

/** Returns the names of a list separated by commas; null where the commas belong to a single name. */
function splitCommaNames(text: string): string[] | null {
  const parts = splitAtCommas(text)
  if (parts.length < 2 || BODY_WORD.test(text)) return null
  if (parts.every(isIndexName)) return parts
  // `Ness, Ada, Ruud, Bo`: every second part would be a given name.
  const givenNames = parts.filter((_, at) => at % 2 === 1)
  const canBePairs = parts.length > 3 && parts.length % 2 === 0
  const pairs = () => givenNames.map((given, at) => `${parts[2 * at]}, ${given}`)
  if (canBePairs && givenNames.every(areInitials)) return pairs()
  if (
    parts.length > 2 &&
    parts.every(isNaturalName) &&
    !parts.some((part) => NAME_PARTICLES.has(splitWords(part)[0] ?? ''))
  )
    return parts
  return canBePairs && parts.every((part) => splitWords(part).length <= MAX_PAIR_WORDS) ? pairs() : null
}

/** Returns whether a text ends in initials after a name: `Elv S`, `van der Berg AB.`, `Ren K-L`, `NESS A B` */
const isIndexName = (part: string): boolean =>
  /\s\p{Lu}{1,3}(?:-\p{Lu})?\.?$/u.test(part) && /\p{Ll}|^\p{Lu}[\p{Lu}'’-]/u.test(part)

/**
 * Splits the keywords of a field; commas separate them only where there are no semicolons or line breaks. The keywords
 * are not trimmed and may be ''.
 */
export function splitKeywords(text: string | null | undefined): string[] {
  const keywords = text ?? ''
  return keywords.split(/[;；\n]/.test(keywords) ? /[;；\n]/ : /[,，、]/)
}

/** Parses fields of printed names into creators. */
export function toCreators(printed: readonly string[], role: CreatorRole = 'author'): Creator[] {
  return markOthers(printed.flatMap(splitNames).map((name) => toCreator(name, role)))
}

/** Replaces a name such as `others`, `et al.` or 等 by a mark on the last creator of its role. */
export function markOthers(creators: readonly Creator[]): Creator[] {
  const named: Creator[] = []
  for (const creator of creators) {
    if (!OTHERS_NAME.test(creator.name)) {
      named.push(creator)
      continue
    }
    const at = named.findLastIndex(({ role }) => role === creator.role)
    const last = named[at]
    if (last) named[at] = { ...last, and_others: true }
  }
  return named
}
