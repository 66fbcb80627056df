import type { Creator } from '@scinav/contract'
import { isFamilyFirst, isPinyinSurname } from './pinyin-names.ts'

/** Personal names, from however a source prints them, to the parts that citing and comparing need. */

export type Role = Creator['role']

/** Two-character surnames; every other Chinese surname is one character. */
const compoundSurnames = new Set(
  '欧阳 太史 端木 上官 司马 东方 独孤 南宫 万俟 闻人 夏侯 诸葛 尉迟 公羊 赫连 澹台 皇甫 宗政 濮阳 公冶 太叔 申屠 公孙 慕容 仲孙 钟离 长孙 宇文 司徒 鲜于 司空 闾丘 子车 亓官 司寇 巫马 公西 颛孙 壤驷 公良 漆雕 乐正 宰父 谷梁 拓跋 夹谷 轩辕 令狐 段干 百里 呼延 东郭 南门 羊舌 微生 梁丘 左丘 东门 西门 第五 歐陽 東方 諸葛 鍾離 長孫 獨孤'.split(
    ' ',
  ),
)

const han = /^[\p{Script=Han}々·•]+$/u
/** Words in the names of bodies, never in the names of people. */
const body =
  /大学|學|学院|研究|公司|中心|委员会|编辑部|出版|协会|学会|医院|集团|实验室|课题组|项目组|编写组|部门|总局|管理局|办公室|政府|\b(?:university|institute|college|committee|association|society|consortium|collaboration|group|organi[sz]ation|ministry|department|agency|centre|center|foundation|inc|ltd|gmbh|press|team|project|network|council|commission)\b/i

const particles = new Set(
  'von van de der den del della di da dos das do du la le ten ter vom zu zum zur af av al el bin ibn dal dalla degli y e'.split(
    ' ',
  ),
)
const suffix = /^(?:jr|sr|ii|iii|iv|2nd|3rd)\.?$/i

export interface NameParts {
  name: string
  family?: string
  given?: string
  is_body?: boolean
}

/** A Chinese name of two to four characters; longer ones are bodies or transliterations with a dot. */
function hanName(name: string): NameParts {
  const characters = [...name]
  if (characters.length < 2 || characters.length > 4 || /[·•]/.test(name) || body.test(name)) return { name }
  const family =
    compoundSurnames.has(name.slice(0, 2)) && characters.length > 2 ? name.slice(0, 2) : (characters[0] ?? '')
  return { name, family, given: name.slice(family.length) }
}

/** The name of an institution, which nobody may take apart. */
export const bodyNamed = (name: string): NameParts => ({ name, is_body: true })

/** Names are printed in their natural order: the family name first in Chinese, last elsewhere. */
export function fromParts(family: string, given: string): NameParts {
  const f = family.trim()
  const g = given.trim().replace(/(?<![\s,])[\s,]*\bet al\.?$/i, '')
  if (f === '' || g === '') return { name: f || g, ...(f || g ? { family: f || g } : {}) }
  const joined = han.test(f) && han.test(g) ? f + g : `${g} ${f}`
  return { name: joined, family: f, given: g }
}

/** What stands behind a name belongs to the name as printed. */
export function withSuffix(parts: NameParts, suffix: string | null | undefined): NameParts {
  return suffix ? { ...parts, name: `${parts.name} ${suffix}` } : parts
}

/** `Last, First`, `von Last, Jr, First`, `Last, First, Jr`. */
function inverted(parts: string[]): NameParts {
  const [family = '', second = '', third = ''] = parts
  if (third === '') return fromParts(family, second)
  const [junior, given] = suffix.test(second) ? [second, third] : [third, second]
  return withSuffix(fromParts(family, given), junior)
}

/** `Kim Judy S`, `Cao WX`, `Fanning E.`: indexes put the family name first and the bare initials last. */
function endsInInitials(words: readonly string[]): boolean {
  const last = words.at(-1) ?? ''
  const before = words.at(-2) ?? ''
  const initials = /^(?:[A-Z]\.?-?){1,3}$/.test(last) && !/^[IVX]{2,}$/.test(last) && !isPinyinSurname(last)
  return words.length > 1 && initials && /[a-z]/.test(before)
}

/** Particles before the family name belong to it: `van der Kooij Michael A`. */
function initialsLast(words: readonly string[]): NameParts {
  const first = words.findIndex((word) => !particles.has(word.toLowerCase()))
  const split = Math.max(first, 0) + 1
  return fromParts(words.slice(0, split).join(' '), words.slice(split).join(' '))
}

/** `Given von Family Jr.` */
function natural(words: string[], name: string): NameParts {
  if (isFamilyFirst(words)) return fromParts(words[0] ?? '', words[1] ?? '')
  const junior = words.length > 2 && suffix.test(words.at(-1) ?? '') ? words.pop() : undefined
  if (endsInInitials(words)) return withSuffix(initialsLast(words), junior)
  let split = words.length - 1
  while (split > 1 && particles.has(words[split - 1] ?? '')) split--
  const parts = fromParts(words.slice(split).join(' '), words.slice(0, split).join(' '))
  return junior ? { ...parts, name } : parts
}

/** `World Bank,`: with the comma reference managers say that there is no given name to be found. */
function endedByComma(name: string): NameParts {
  const words = name.split(/\s+/)
  return han.test(name) || words.length < 2 || endsInInitials(words) ? splitName(name) : bodyNamed(name)
}

function withComma(printed: string): NameParts {
  const name = printed.replace(/(?<![,\s])[,\s]+$/, '')
  const parts = name
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length > 3 || (parts.length > 1 && body.test(name))) return { name }
  return parts.length < 2 ? endedByComma(parts[0] ?? '') : inverted(parts)
}

/** Takes a printed name apart; a body, or what cannot be told apart, keeps its name alone. */
export function splitName(printed: string): NameParts {
  const trimmed = printed.trim()
  const name = /[;；.]$/.test(trimmed)
    ? trimmed.replace(/(?<![;；])[;；]+$|(?<![,\s])[,\s]+et al\.$/, '')
    : trimmed
  if (name === '') return { name }
  if (han.test(name)) return hanName(name)
  if (name.includes(',')) return withComma(name)
  const words = name.split(/\s+/)
  if (words.length > 6 || body.test(name) || /[()@\d]/.test(name)) return { name }
  return words.length < 2 ? { name, family: name } : natural(words, name)
}

/** Several names in one field: Chinese exports separate them by `;`, old ones by commas between Chinese names. */
export function splitList(text: string): string[] {
  const parts = text.split(/[;；]/)
  const only = parts.filter((part) => part.trim() !== '')
  const [single = ''] = only
  const several = only.length === 1 && /\p{Script=Han}\s*[,，、]\s*\p{Script=Han}/u.test(single)
  const names = several && !isFamilyAndGiven(single) ? single.split(/[,，、]/) : only
  return names.map((part) => part.trim()).filter((part) => part !== '')
}

/** `沈, 括` is one person: no whole name has a single character. */
function isFamilyAndGiven(text: string): boolean {
  const parts = text.split(/[,，]/).map((part) => part.trim())
  return parts.length === 2 && parts.some((part) => [...part].length === 1)
}

/** Keywords in one field: commas separate them only where nothing stronger does. */
export function splitKeywords(text: string | null | undefined): string[] {
  const all = text ?? ''
  return all.split(/[;；\n]/.test(all) ? /[;；\n]/ : /[,，、]/)
}

export function person(printed: string, role: Role = 'author', affiliations: string[] = []): Creator {
  const parts = splitName(printed)
  const isBody = parts.family === undefined && body.test(parts.name)
  return { ...parts, ...(isBody ? { is_body: true } : {}), role, affiliations }
}

export function people(printed: readonly string[], role: Role = 'author'): Creator[] {
  return printed.flatMap(splitList).map((name) => person(name, role))
}

const othersName = /^(?:(?:and )?others|et\.? al\.?|等)[,，]?$/i

/** Replaces a last name such as `others`, `et al.` or 等 by a mark on the name before it. */
export function markOthers(creators: readonly Creator[]): Creator[] {
  const named: Creator[] = []
  for (const creator of creators) {
    const at = othersName.test(creator.name) ? named.findLastIndex(({ role }) => role === creator.role) : -1
    const last = named[at]
    if (last) named[at] = { ...last, and_others: true }
    else if (!othersName.test(creator.name)) named.push(creator)
  }
  return named
}
