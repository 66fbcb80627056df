import { type Bilingual, chineseOf, stemsOf } from '../planning/bilingual.ts'
import { termsAtWords } from '../planning/free-text.ts'

/**
 * Tells which terms a query says already, in its own language, in the other one, or by another name of the same thing:
 * 机器翻译 says "machine translation" and MT.
 */
export function isInQuery(query: string, bilingual: Bilingual): (term: string) => boolean {
  const chinese = [...chineseTerms(query, bilingual), ...calledInChinese(query, bilingual)]
  const english = chinese.flatMap((term) => bilingual.fromChinese.get(term) ?? [])
  const said = new Set([...chinese, ...english.map(stemsOf)])
  return (term) => said.has(term) || said.has(stemsOf(term))
}

const chineseTerms = (query: string, bilingual: Bilingual): string[] =>
  (query.match(/\p{Script=Han}+/gu) ?? [])
    .flatMap((run) => termsAtWords(run, bilingual))
    .filter((term) => bilingual.fromChinese.has(term))

/** What the English words of a query are called in Chinese: every run of them that is a term. */
function calledInChinese(query: string, bilingual: Bilingual): string[] {
  const { longest } = bilingual
  const stems = stemsOf(query.replace(/\p{Script=Han}+/gu, ' ')).split(' ')
  return stems.flatMap((_, from) =>
    Array.from({ length: Math.min(longest.english, stems.length - from) }, (_, more) =>
      stems.slice(from, from + more + 1).join(' '),
    ).flatMap((key) => chineseOf(bilingual, key)),
  )
}
