import type { CslItem } from './csl.ts'

/** What decides wording and order of an entry; `other` is every alphabet, Latin above all. */
export type EntryLanguage = 'zh' | 'ja' | 'ko' | 'other'

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Whether a name or title is written in Chinese, Japanese or Korean. */
export function isEastAsian(text: string): boolean {
  return EAST_ASIAN.test(text)
}

function languageByScript(text: string): EntryLanguage {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'other'
}

/** The language a reference is printed in: as its record says, else by the script of its title. */
export function entryLanguage(item: CslItem): EntryLanguage {
  const said = item.language?.toLowerCase() ?? ''
  if (said.startsWith('zh') || said.startsWith('chi')) return 'zh'
  if (said.startsWith('ja') || said.startsWith('jpn')) return 'ja'
  if (said.startsWith('ko')) return 'ko'
  if (said !== '') return 'other'
  return languageByScript(item.title ?? item['container-title'] ?? '')
}
