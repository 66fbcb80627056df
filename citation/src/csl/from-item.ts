import { type CslItem, protectedWords } from '../csl.ts'
import { entryLanguage } from '../scripts.ts'
import type { CslRecord } from './reference.ts'

/** Languages of records that name none, by the script of their title. */
const LANGUAGES = { zh: 'zh-CN', ja: 'ja-JP', ko: 'ko-KR', other: 'en-US' } as const

/** Marks the phrases of a title whose letter case is kept. */
function markProtected(title: string, phrases: readonly string[]): string {
  return phrases.reduce(
    (marked, phrase) => marked.replace(phrase, () => `<span class="nocase">${phrase}</span>`),
    title,
  )
}

/** Returns a reference of the product for the processor, with its language and the marks of its title. */
export function itemToRecord(item: CslItem): CslRecord {
  const { custom: _, title, ...fields } = item
  return {
    ...fields,
    language: item.language ?? LANGUAGES[entryLanguage(item)],
    ...(title !== undefined && { title: markProtected(title, protectedWords(item)) }),
  }
}
