import type { CslItem, CslName } from '../csl.ts'
import { yearText } from '../dates.ts'
import {
  displayName,
  familyName,
  initials,
  isOthersName,
  isTransliterated,
  isUndividedName,
} from '../names.ts'
import { isPinyinName } from './gb-pinyin.ts'
import { type GbEntry, isChineseWorded, joinParts } from './gb-style.ts'

/**
 * Returns the key by which a name is compared with the form that a user states: `Wang Anna`, `Li A`. Case, width, full
 * stops and commas do not count.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,]+/g, ' ')
    .trim()

/** Returns a name as a text cites it: 王利平, Park; PARK in the 2015 edition. */
export const gbCitedName = (name: CslName, entry: GbEntry): string =>
  isUndividedName(name) ? wholeName(name) : gbFamily(name, entry)

/** Matches given names of a foreigner of which a Chinese work gives the initials alone: `P. S.`. */
const GIVEN_INITIALS = /^(?:\p{Lu}\.?[\s-]?)+$/u

/**
 * Returns the whole name; of a foreigner's Chinese name only the family name, 里德, unless it stands beside a namesake,
 * 昂温 P S (GB/T 7714-2015, 8.1.1; 2025, 7.1.1).
 */
function wholeName(name: CslName, isNamesake = false): string {
  const { family = '', given = '' } = name
  if (family.length > 1 && GIVEN_INITIALS.test(given))
    return isNamesake ? joinParts([family, ...initials(given, 'hyphenated')], ' ') : family
  return isTransliterated(family, given) && !isNamesake ? family : displayName(name)
}

/**
 * Returns the family name: in capitals (2015), or with only its first letters in capitals (2025), `De Morgan`,
 * `O’Neill`.
 */
function gbFamily(name: CslName, { edition }: GbEntry): string {
  const family = familyName(name)
  if (edition === 2015) return family.toUpperCase()
  const isInCapitals = !/\p{Ll}/u.test(family) && (family.match(/\p{Lu}/gu) ?? []).length > 1
  return isInCapitals && name.given !== undefined
    ? family.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
    : family
}

/** Number of names that the standard prints before 等 or et al. */
const MAX_NAMES = 3

/** Prints the first three names, then 等 or et al. if there are more; '' without names. */
export function gbNames(names: CslName[] | undefined, entry: GbEntry): string {
  if (!names || names.length === 0) return ''
  const named = names.filter((name) => !isOthersName(name))
  const families = named.map(({ family }) => family)
  const printed = named.slice(0, MAX_NAMES).map((name) => {
    const isNamesake = families.filter((family) => family === name.family).length > 1
    return gbName(name, entry, isNamesake)
  })
  if (named.length > MAX_NAMES || named.length < names.length)
    printed.push(isChineseWorded(entry) ? '等' : 'et al.')
  return printed.join(entry.marks.comma)
}

/**
 * Prints a name: 王利平, Park J-R, Wang Shanshan, Peebles P Z Jr (2025), PARK J R, WANG S, PEEBLES P Z, Jr (2015).
 *
 * @param isNamesake whether another name of the list has the same family name
 */
function gbName(name: CslName, entry: GbEntry, isNamesake = false): string {
  if (isUndividedName(name)) return entry.marks.convert(wholeName(name, isNamesake))
  const is2015 = entry.edition === 2015
  const printed = joinParts([gbFamily(name, entry), gbGiven(name, entry)], ' ')
  return joinParts([printed, (name.suffix ?? '').replace(/\.$/, '')], is2015 ? entry.marks.comma : ' ')
}

/** Returns the initials, followed by those of particles in lower case, or the whole given name. */
function gbGiven(name: CslName, entry: GbEntry): string {
  const { given = '' } = name
  const { edition } = entry
  const initialLetters = initials(given, edition === 2025 ? 'hyphenated' : 'separate')
  if (edition === 2025 && isPrintedWhole(name, initialLetters.join(' '), entry)) return given
  const particles = (name['dropping-particle'] ?? '').split(/\s+/).map((word) => word.charAt(0))
  return joinParts([...initialLetters, ...particles], ' ')
}

/** Returns whether the 2025 edition prints a given name whole: as the user states it, else if it is in pinyin. */
function isPrintedWhole(name: CslName, givenInitials: string, { pinyin, printedNames }: GbEntry): boolean {
  const { family = '', given = '' } = name
  if (printedNames.has(nameKey(`${family} ${given}`))) return true
  if (pinyin === 'initials' || printedNames.has(nameKey(`${family} ${givenInitials}`))) return false
  return isPinyinName(family, given)
}

/** Prints the translators: `谢远涛，译` or `Smith J，trans.`; "" without any. */
export function gbTranslators(entry: GbEntry): string {
  const names = gbNames(entry.item.translator, entry)
  if (names === '') return ''
  return `${names}${entry.marks.comma}${isChineseWorded(entry) ? '译' : 'trans.'}`
}

/**
 * Returns the names responsible for a work: its authors or directors, else the editors of a work without a container;
 * undefined without either.
 */
export function responsibleNames(item: CslItem): CslName[] | undefined {
  const creators = item.author ?? item.director
  if (creators) return creators
  return item['container-title'] === undefined ? item.editor : undefined
}

/**
 * Returns the beginning of an entry: the names; in the author-date system also the year, with 佚名 or Anon in place of
 * missing names.
 */
export function gbHeading(entry: GbEntry): string {
  const names = gbNames(responsibleNames(entry.item), entry)
  if (entry.system === 'numeric') return names
  const nobody = isChineseWorded(entry) ? '佚名' : 'Anon'
  return `${names === '' ? nobody : names}${entry.marks.comma}${gbYear(entry)}`
}

/**
 * Returns the year of an author-date entry with its letter: `2011b`, `[2020b]` where only the visit is dated, `n.d.-a`.
 */
function gbYear(entry: GbEntry): string {
  const { item, yearSuffix } = entry
  const issued = yearText(item.issued)
  if (issued !== '') return `${issued}${yearSuffix}`
  const visited = yearText(item.accessed)
  if (visited !== '') return `[${visited}${yearSuffix}]`
  const none = isChineseWorded(entry) ? '无日期' : 'n.d.'
  return yearSuffix === '' ? none : `${none}-${yearSuffix}`
}
