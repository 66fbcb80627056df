// Reads the beginning of an entry in the style of GB/T 7714, up to its mark of the kind: names, title and, in lists
// sorted by name and year, the year.
import type { Creator } from '@scinav/contract'
import { BODY_END } from '../fields/name-words.ts'
import { nameFromParts, toCreator } from '../fields/names.ts'

/** The beginning of an entry, up to its mark. */
export interface EntryHead {
  /** The names as printed, each with its role word if it has one; marks such as 等 are among them. */
  names: string[]
  title: string
  /** The year after the names, as lists sorted by name and year print it. */
  year?: string | undefined
}

/** Matches a text that ends with a single capital letter: a full stop after it may be that of an initial. */
const INITIAL_AT_END = /(?:^|[\s.-])\p{Lu}$/u
/** Matches a part that is only a year, with the letter of author-date lists: `2010b`. */
const YEAR_ALONE = /^(?:1[89]|20)\d{2}(?=[a-z]?$)/
/** Matches a year before the title: `2010b. Title`. */
const YEAR_FIRST = /^((?:1[89]|20)\d{2})[a-z]?\. (?=\S)/

/**
 * Splits the text before the mark into names and title: `张三, 李四. 题名` or `SMITH J A. Title`. Full stops are tried from
 * left to right. The names end at the last one before which every part can be a name; without such a full stop the
 * whole text is the title.
 */
export function parseHead(text: string): EntryHead {
  let namesEnd = -1
  const partsBefore = (stop: number) => text.slice(0, stop).split(/[,;] /)
  for (let stop = text.indexOf('. '); stop >= 0; stop = text.indexOf('. ', stop + 1)) {
    if (!partsBefore(stop).every((part) => YEAR_ALONE.test(part) || canBeName(part))) break
    namesEnd = stop
    // After an initial the names may continue; a word in lower case starts the title.
    if (!INITIAL_AT_END.test(text.slice(0, stop)) || /^\p{Lu}?\p{Ll}{2}/u.test(text.slice(stop + 2))) break
  }
  const parts = namesEnd < 0 ? [] : partsBefore(namesEnd)
  const title = namesEnd < 0 ? text : text.slice(namesEnd + 2)
  const yearFirst = YEAR_FIRST.exec(title)
  const [yearAmongNames] = parts.flatMap((part) => YEAR_ALONE.exec(part)?.[0] ?? [])
  return {
    names: parts.filter((part) => !YEAR_ALONE.test(part)),
    title: yearFirst ? title.slice(yearFirst[0].length) : title,
    year: yearAmongNames ?? yearFirst?.[1],
  }
}

/** Matches one word of a name in Latin letters: `Müller`, `O’Brien`, `S.`, or a particle such as `von`. */
const NAME_WORD = /^(?:\p{Lu}[\p{L}.'’-]*|v[ao]n|de[nr]?|del|la|di|da|dos|du|al|el|bin|ibn|ter|ten)$/u
/** Matches the role at the end of a name: `王平 主编`, `Smith J, trans.` */
const ROLE_WORDS = /(?:主编|编著|编译|编写|改编|[编著译]|\beds?|\btrans)\.?$/i
/** Largest length of a person's name in Chinese; foreign ones have initials: `昂温 P S`. */
const MAX_CHINESE_PERSON_CHARS = 12
/** Largest length of the name of a body: `中国科学院某某研究所`. */
const MAX_CHINESE_BODY_CHARS = 40
/** Largest number of words of a name in Latin letters. */
const MAX_NAME_WORDS = 5

/** Returns whether a part of a list separated by commas can be a name: `郑远山`, `ELV S`, 等, or a body. */
function canBeName(part: string): boolean {
  const name = part.replace(ROLE_WORDS, '').trim()
  if (isOthersMark(name)) return true
  if (/\p{Script=Han}/u.test(name)) {
    const maxChars = BODY_END.test(name) ? MAX_CHINESE_BODY_CHARS : MAX_CHINESE_PERSON_CHARS
    // Marks of titles and quotations stand in titles, not in names.
    return name.length <= maxChars && !/[《》“”]/.test(name)
  }
  const words = name.split(' ')
  return words.length <= MAX_NAME_WORDS && words.every((word) => NAME_WORD.test(word))
}

/** Returns whether a part stands for further names, as `等` does; an empty part does too. */
const isOthersMark = (name: string): boolean => /^(?:等|et al\.?|others)?$/.test(name)

/** Matches initials without full stops: `P`, `PS`, `J-R`; also three capitals, which may be a family name. */
const INITIALS = /^\p{Lu}{1,3}(?:-\p{Lu})?$/u

/** Parses `ELV S`, `de la Cruz M J`, `昂温 P S`, `郑远山` or a body. */
export function parsePerson(printed: string): Creator {
  const role = /(?:译|\btrans)\.?$/i.test(printed) ? 'translator' : 'author'
  const words = printed.replace(ROLE_WORDS, '').trim().split(' ')
  // Three capitals without a hyphen are taken for a family name, as in `ELV S`.
  const lastFamilyWord = words.findLastIndex((word) => !INITIALS.test(word) || /^\p{Lu}{3}$/u.test(word))
  const givenStart = lastFamilyWord < 0 ? 1 : lastFamilyWord + 1
  const family = words.slice(0, givenStart).join(' ')
  const given = words.slice(givenStart).join(' ')
  if (given === '') return toCreator(family, role)
  // A foreigner's family name in Chinese characters is kept together with the initials.
  if (/\p{Script=Han}/u.test(family)) return { name: `${family} ${given}`, role, affiliations: [] }
  return { ...nameFromParts(lowerCapitals(family), given), role, affiliations: [] }
}

/** Returns family names in normal case, because the standard's older edition prints them in capitals: `ELV` is Elv. */
const lowerCapitals = (family: string): string =>
  family.replace(/(?<!\p{L})\p{Lu}{2,}(?!\p{Ll})/gu, (word) => word.slice(0, 1) + word.slice(1).toLowerCase())
