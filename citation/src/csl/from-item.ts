import { type CslItem, protectedWords } from '../csl.ts'
import { entryLanguage } from '../scripts.ts'
import type { CslRecord } from './reference.ts'

/** The language of a record that names none, by the script of its title. */
const LANGUAGE_BY_SCRIPT = { zh: 'zh-CN', ja: 'ja-JP', ko: 'ko-KR', other: 'en-US' } as const

/** Marks the phrases of a title whose letter case is kept. */
function markProtected(title: string, phrases: readonly string[]): string {
  return phrases.reduce(
    (marked, phrase) => marked.replace(phrase, () => `<span class="nocase">${phrase}</span>`),
    title,
  )
}

/** Converts an item of the product to a record of the processor: adds the language, marks what keeps its case. */
export function itemToRecord(item: CslItem): CslRecord {
  const { custom: _, title, ...fields } = item
  return {
    ...fields,
    language: item.language ?? LANGUAGE_BY_SCRIPT[entryLanguage(item)],
    ...(title !== undefined && { title: markProtected(title, protectedWords(item)) }),
  }
}
