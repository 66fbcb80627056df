import type { CslItem, CslName } from './csl.ts'

/** What decides wording and order of an entry; `other` is every alphabet, Latin above all. */
export type Language = 'zh' | 'ja' | 'ko' | 'other'

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Whether a name or title is written in Chinese, Japanese or Korean. */
export function isEastAsian(text: string): boolean {
  return EAST_ASIAN.test(text)
}

function byScript(text: string): Language {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'other'
}

/** The language a reference is printed in: as its record says, else by the script of its title. */
export function languageOf(item: CslItem): Language {
  const said = item.language?.toLowerCase() ?? ''
  if (said.startsWith('zh') || said.startsWith('chi')) return 'zh'
  if (said.startsWith('ja') || said.startsWith('jpn')) return 'ja'
  if (said.startsWith('ko')) return 'ko'
  if (said !== '') return 'other'
  return byScript(item.title ?? item['container-title'] ?? '')
}

/** The whole of a name, in its own order: 王利平, Makoto Saito. */
export function displayName(name: CslName): string {
  if (name.literal !== undefined) return name.literal
  const family = familyName(name)
  if (isEastAsian(family)) return `${family}${name.given ?? ''}`
  return [name.given, name['dropping-particle'], family, name.suffix].filter(Boolean).join(' ')
}

/** The family name with the particle that belongs to it: van der Merwe. */
export function familyName(name: CslName): string {
  const family = name.family ?? name.given ?? ''
  const particle = name['non-dropping-particle']
  if (particle === undefined) return family
  return /['’-]$/.test(particle) ? `${particle}${family}` : `${particle} ${family}`
}

/** Whether a name prints as it stands: a body, or a name without alphabet. */
export function isWhole(name: CslName): boolean {
  return name.literal !== undefined || name.family === undefined || isEastAsian(name.family)
}
