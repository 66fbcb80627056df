import type { Creator } from '@scinav/contract'
import { isFamilyFirst, isPinyinSurname } from './pinyin-names.ts'

/**
 * The role of a creator. This module parses personal names from the forms in which sources print them into the parts
 * that citing and comparing need.
 */

export type CreatorRole = Creator['role']

/** Two-character surnames; every other Chinese surname is one character. */
const COMPOUND_SURNAMES = new Set(
  '欧阳 太史 端木 上官 司马 东方 独孤 南宫 万俟 闻人 夏侯 诸葛 尉迟 公羊 赫连 澹台 皇甫 宗政 濮阳 公冶 太叔 申屠 公孙 慕容 仲孙 钟离 长孙 宇文 司徒 鲜于 司空 闾丘 子车 亓官 司寇 巫马 公西 颛孙 壤驷 公良 漆雕 乐正 宰父 谷梁 拓跋 夹谷 轩辕 令狐 段干 百里 呼延 东郭 南门 羊舌 微生 梁丘 左丘 东门 西门 第五 歐陽 東方 諸葛 鍾離 長孫 獨孤'.split(
    ' ',
  ),
)

const HAN_TEXT = /^[\p{Script=Han}々·•]+$/u
/** Words that occur in names of bodies and not in names of persons. */
const BODY_WORD =
  /大学|學|学院|研究|公司|中心|委员会|编辑部|出版|协会|学会|医院|集团|实验室|课题组|项目组|编写组|部门|总局|管理局|办公室|政府|\b(?:university|institute|college|committee|association|society|consortium|collaboration|group|organi[sz]ation|ministry|department|agency|centre|center|foundation|inc|ltd|gmbh|press|team|project|network|council|commission)s?\b|\s(?:and|&|of|for|the)\s/i

const NAME_PARTICLES = new Set(
  'von van de der den del della di da dos das do du la le ten ter vom zu zum zur af av al el bin ibn dal dalla degli y e'.split(
    ' ',
  ),
)
const NAME_SUFFIX = /^(?:jr|sr|ii|iii|iv|2nd|3rd|4th)\.?$/i
/** Returns whether a word is a suffix such as `Jr.` */
export const isSuffix = (word: string): boolean => NAME_SUFFIX.test(word)

/** The parts of a name; `name` is the complete printed name. */
export interface NameParts {
  name: string
  family?: string
  given?: string
  is_body?: boolean
}

/**
 * Parses a Chinese name of two to four characters; longer ones are names of bodies, or transliterations with a dot, and
 * are not split.
 */
function parseHanName(name: string): NameParts {
  const characters = [...name]
  if (characters.length < 2 || characters.length > 4 || /[·•]/.test(name) || BODY_WORD.test(name))
    return { name }
  const family =
    COMPOUND_SURNAMES.has(name.slice(0, 2)) && characters.length > 2
      ? name.slice(0, 2)
      : (characters[0] ?? '')
  return { name, family, given: name.slice(family.length) }
}

/** Returns the name of an institution, which is not split. */
export const bodyName = (name: string): NameParts => ({ name, is_body: true })

/** Splits a suffix such as `Jr.` off the end of several words. */
function cutSuffix(part: string): [string, string] {
  const at = part.search(/\s\S+$/)
  const last = part.slice(at + 1)
  return at > 0 && NAME_SUFFIX.test(last) ? [part.slice(0, at).replace(/,$/, ''), last] : [part, '']
}

/** Returns a name in its natural printed order: in Chinese the family name first, elsewhere last, then the suffix. */
export function nameFromParts(family: string, given: string): NameParts {
  const [f, behindFamily] = cutSuffix(family.trim())
  const [g, behindGiven] = cutSuffix(given.trim().replace(/(?<![\s,])[\s,]*\bet al\.?$/i, ''))
  if (f === '' || g === '') return { name: f || g, ...(f || g ? { family: f || g } : {}) }
  const joined = HAN_TEXT.test(f) && HAN_TEXT.test(g) ? f + g : `${g} ${f}`
  return withSuffix({ name: joined, family: f, given: g }, behindFamily || behindGiven)
}

/** Appends a suffix to the printed name. */
export function withSuffix(parts: NameParts, suffix: string | null | undefined): NameParts {
  return suffix ? { ...parts, name: `${parts.name} ${suffix}` } : parts
}

/** Parses `Last, First`, `von Last, Jr, First` or `Last, First, Jr`. */
function parseInvertedName(parts: string[]): NameParts {
  const [family = '', second = '', third = ''] = parts
  // `Henry Louis Gates, Jr.`
  if (third === '' && NAME_SUFFIX.test(second)) return withSuffix(splitName(family), second)
  if (third === '') return nameFromParts(family, second)
  const [junior, given] = NAME_SUFFIX.test(second) ? [second, third] : [third, second]
  return withSuffix(nameFromParts(family, given), junior)
}

/**
 * Returns whether a name has the form of indexes, which put the family name first and bare initials last: `Kim Judy S`,
 * `Cao WX`, `Fanning E.`, `Ivanov Yu.`
 */
function endsInInitials(words: readonly string[]): boolean {
  const last = words.at(-1) ?? ''
  const before = words.at(-2) ?? ''
  const letters = /^(?:[A-Z]\.?-?){1,3}$/.test(last) && !/^[IVX]{2,}$/.test(last) && !isPinyinSurname(last)
  const initials = letters || (/^[A-Z][a-z]\.$/.test(last) && !NAME_SUFFIX.test(last))
  return words.length > 1 && initials && /[a-z]/.test(before)
}

/** Parses a name in the form of indexes; particles before the family name belong to it: `van der Kooij Michael A`. */
function parseIndexName(words: readonly string[]): NameParts {
  const first = words.findIndex((word) => !NAME_PARTICLES.has(word.toLowerCase()))
  const split = Math.max(first, 0) + 1
  return nameFromParts(words.slice(0, split).join(' '), words.slice(split).join(' '))
}

/** Returns whether a surname in capitals precedes a given name with lower-case letters: `ZHANG Wei`. */
function isCapitalFamily([first = '', second = '', ...others]: readonly string[]): boolean {
  return (
    others.length === 0 && /^[A-Z]+$/.test(first) && isPinyinSurname(first) && /^[A-Z][a-z]+/.test(second)
  )
}

/** Parses `Given von Family Jr.` */
function parseNaturalName(words: string[], name: string): NameParts {
  if (isFamilyFirst(words) || isCapitalFamily(words)) return nameFromParts(words[0] ?? '', words[1] ?? '')
  const junior = words.length > 2 && NAME_SUFFIX.test(words.at(-1) ?? '') ? words.pop() : undefined
  if (endsInInitials(words)) return withSuffix(parseIndexName(words), junior)
  let split = words.length - 1
  while (split > 1 && NAME_PARTICLES.has(words[split - 1] ?? '')) split--
  const parts = nameFromParts(words.slice(split).join(' '), words.slice(0, split).join(' '))
  return junior ? { ...parts, name } : parts
}

/** Parses a name that ended in a comma, `World Bank,`, by which reference managers mark a name without given name. */
function parseCommaEndedName(name: string): NameParts {
  const words = name.split(/\s+/)
  return HAN_TEXT.test(name) || words.length < 2 || endsInInitials(words) ? splitName(name) : bodyName(name)
}

function parseCommaName(printed: string): NameParts {
  const name = printed.replace(/(?<![,\s])[,\s]+$/, '')
  const parts = name
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length > 3 || (parts.length > 1 && BODY_WORD.test(name))) return { name }
  return parts.length < 2 ? parseCommaEndedName(parts[0] ?? '') : parseInvertedName(parts)
}

/** Parses a printed name; the name of a body, or one that cannot be split, has only `name`. */
export function splitName(printed: string): NameParts {
  const trimmed = printed.trim()
  const name = /[;；.]$/.test(trimmed)
    ? trimmed.replace(/(?<![;；])[;；]+$|(?<![,\s])[,\s]+et al\.$/, '')
    : trimmed
  if (name === '') return { name }
  if (HAN_TEXT.test(name)) return parseHanName(name)
  if (name.includes(',')) return parseCommaName(name)
  const words = name.split(/\s+/)
  if (words.length > 6 || BODY_WORD.test(name) || /[()@\d]/.test(name)) return { name }
  return words.length < 2 ? { name, family: name } : parseNaturalName(words, name)
}

/** Returns whether a text consists of initials: `A.`, `A. B.`, `J.-L.`, `AB`, `Th. M.` */
const areInitials = (part: string): boolean =>
  part.split(/[\s.-]+/).every((word) => /^(?:\p{Lu}\p{Ll}?|\p{Lu}{2,3}|)$/u.test(word))

const splitWords = (part: string): string[] => part.split(/\s+/)
/** Returns whether a text ends in initials after a name: `Elv S`, `van der Berg AB.` */
const isIndexName = (part: string): boolean => /\s\p{Lu}{1,3}\.?$/u.test(part) && /\p{Ll}/u.test(part)
/** Returns whether a text is a complete name in its natural order: `Ann Lee`, `Bo von Ruud`. */
const isNaturalName = (part: string): boolean =>
  HAN_TEXT.test(part) ||
  (splitWords(part).length > 1 &&
    !areInitials(part) &&
    splitWords(part).every((word) => /^\p{Lu}/u.test(word) || NAME_PARTICLES.has(word)))

/** Splits a text at commas; a suffix stays with the part before it. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  for (const part of text.split(/[,，]/).map((each) => each.trim())) {
    if (part === '') continue
    if (NAME_SUFFIX.test(part) && parts.length > 0) parts.push(`${parts.pop()}, ${part}`)
    else parts.push(part)
  }
  return parts
}

/** Returns the names of a list separated by commas; null where the commas belong to a single name. */
function splitCommaNames(text: string): string[] | null {
  const parts = splitAtCommas(text)
  if (parts.length < 2 || BODY_WORD.test(text)) return null
  if (parts.every(isIndexName)) return parts
  const odd = parts.filter((_, i) => i % 2 === 1)
  const inPairs = parts.length > 3 && parts.length % 2 === 0
  const pairs = () => odd.map((given, i) => `${parts[2 * i]}, ${given}`)
  if (inPairs && odd.every(areInitials)) return pairs()
  if (
    parts.length > 2 &&
    parts.every(isNaturalName) &&
    !parts.some((part) => NAME_PARTICLES.has(splitWords(part)[0] ?? ''))
  )
    return parts
  return inPairs && parts.every((part) => splitWords(part).length < 4) ? pairs() : null
}

const isInverted = (part: string): boolean => /^[^,]+,\s*\S/.test(part) && !BODY_WORD.test(part)

const conjunction = /(?:(?<![\s,])[\s,]+and\s+|(?<![\s,&])[\s,]*&\s*)/i
/** Conjunctions of other languages, which may also be part of a name: `Ortega y Gasset`. */
const foreignConjunction = /(?<![\s,])[\s,]+(?:und|et|y|e|en|og|och|и)\s+/iu

/**
 * Splits `Ness, Ada and Ruud, Bo` or `Ness, A., Ruud, B., & Moss, C.`; the name of a body may contain an "and" of its
 * own.
 */
function splitConjoinedNames(text: string): string[] {
  // Names of corporate authors end in a comma.
  if (text.endsWith(',')) return [text]
  const parts = text.split(conjunction).filter((part) => part !== '')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const isPerson = (part: string) => isInverted(part) || (isNaturalName(part) && !BODY_WORD.test(part))
  const areMany =
    parts.length > 1 &&
    isPerson(first) &&
    parts.every((part) => isPerson(part) || (isInverted(first) && BODY_WORD.test(part)))
  // If the last name has the given name first, so have the names between commas.
  const areNatural = areMany && !isInverted(last)
  return (areMany ? parts : foreignNames(text)).flatMap(
    (part) => (areNatural ? naturalNames(part) : null) ?? splitCommaNames(part) ?? [part],
  )
}

/** Splits `Ness, Ada und Ruud, Bo`; in names of any other order the conjunction is part of a name. */
function foreignNames(text: string): string[] {
  const parts = text.split(foreignConjunction)
  return parts.every(isInverted) ? parts : [text]
}

/** Splits `A. Ness, B. Ruud`; returns null where a part is not a complete name. */
function naturalNames(text: string): string[] | null {
  const parts = splitAtCommas(text)
  return parts.length > 1 && parts.every(isNaturalName) ? parts : null
}

const TRAILING_OTHERS =
  /(?:(?<![\s,])[\s,]+(?:(?:and|&)\s+)?(?:et\.?\s+(?:al|coll)\.?|others|co-?workers|colleagues|u\.\s?a\.|и др\.?|y otros|e outros)|(?<=\p{Script=Han}{2})(?:等|ほか))$/iu

/** Returns the names in one field, whatever separates them; an incomplete list ends in `et al.` */
export function splitNames(text: string): string[] {
  // No name contains a vertical bar, or a slash between blanks.
  return splitList(text.replace(/\s\/\s|\|/g, ';')).flatMap((part) => {
    const named = part.replace(TRAILING_OTHERS, '')
    return named === part ? splitConjoinedNames(part) : [...splitConjoinedNames(named), 'et al.']
  })
}

/** Three or more Chinese names separated by blanks, `李岩 王平 赵小四`; two words may be a single name. */
const spacedNames = /^\p{Script=Han}{2,4}(?:\s+\p{Script=Han}{2,4}){2,}$/u

/**
 * Splits a field with several names: Chinese exports separate them with `;`, old ones with commas between Chinese
 * names.
 */
export function splitList(text: string): string[] {
  const parts = text.split(/[;；]/)
  const only = parts.filter((part) => part.trim() !== '')
  const [single = ''] = only
  if (only.length === 1 && spacedNames.test(single.trim())) return single.trim().split(/\s+/)
  const several = only.length === 1 && /\p{Script=Han}\s*[,，、]\s*\p{Script=Han}/u.test(single)
  const names = several && !isFamilyAndGiven(single) ? single.split(/[,，、]/) : only
  return names.map((part) => part.trim()).filter((part) => part !== '')
}

/** Returns whether a text is one person, `沈, 括`, because no complete name is a single character. */
function isFamilyAndGiven(text: string): boolean {
  const parts = text.split(/[,，]/).map((part) => part.trim())
  return parts.length === 2 && parts.some((part) => [...part].length === 1)
}

/** Splits the keywords of a field; commas separate them only where there are no semicolons or line breaks. */
export function splitKeywords(text: string | null | undefined): string[] {
  const all = text ?? ''
  return all.split(/[;；\n]/.test(all) ? /[;；\n]/ : /[,，、]/)
}

/** Parses a printed name into a creator. */
export function toCreator(
  printed: string,
  role: CreatorRole = 'author',
  affiliations: string[] = [],
): Creator {
  const parts = splitName(printed)
  const isBody = parts.family === undefined && BODY_WORD.test(parts.name)
  return { ...parts, ...(isBody ? { is_body: true } : {}), role, affiliations }
}

/** Parses fields of printed names into creators. */
export function toCreators(printed: readonly string[], role: CreatorRole = 'author'): Creator[] {
  return markOthers(printed.flatMap(splitNames).map((name) => toCreator(name, role)))
}

const OTHERS_NAME = /^(?:(?:and )?others|et\.? al\.?|u\.\s?a\.|等|ほか)[,，]?$/i

/** Replaces a name such as `others`, `et al.` or 等 by a mark on the last creator of its role. */
export function markOthers(creators: readonly Creator[]): Creator[] {
  const named: Creator[] = []
  for (const creator of creators) {
    const at = OTHERS_NAME.test(creator.name) ? named.findLastIndex(({ role }) => role === creator.role) : -1
    const last = named[at]
    if (last) named[at] = { ...last, and_others: true }
    else if (!OTHERS_NAME.test(creator.name)) named.push(creator)
  }
  return named
}
