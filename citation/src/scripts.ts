import type { CslItem } from './csl.ts'

/** The language that determines wording and order of an entry; `other` covers all languages with an alphabet. */
export type EntryLanguage = 'zh' | 'ja' | 'ko' | 'other'

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Returns whether a name or title contains Chinese, Japanese or Korean characters. */
export function isEastAsian(text: string): boolean {
  return EAST_ASIAN.test(text)
}

/** Returns the language that the characters of a text show. */
function languageByScript(text: string): EntryLanguage {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'other'
}

/** Returns the language in which a reference is printed: that of the record, else the one of its title's script. */
export function entryLanguage(item: CslItem): EntryLanguage {
  const language = item.language?.toLowerCase() ?? ''
  if (language.startsWith('zh') || language.startsWith('chi')) return 'zh'
  if (language.startsWith('ja') || language.startsWith('jpn')) return 'ja'
  if (language.startsWith('ko')) return 'ko'
  if (language !== '') return 'other'
  return languageByScript(item.title ?? item['container-title'] ?? '')
}
