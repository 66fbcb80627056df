import { type Bilingual, chineseForKey, englishStems } from '../planning/bilingual.ts'
import { termsAtWords } from '../planning/free-text.ts'

/**
 * Creates a test for terms that a query already contains, in its own language, in the other one, or by another name:
 * 机器翻译 contains "machine translation" and MT.
 */
export function createQueryTermTest(query: string, bilingual: Bilingual): (term: string) => boolean {
  const chinese = [...chineseTerms(query, bilingual), ...chineseTranslations(query, bilingual)]
  const english = chinese.flatMap((term) => bilingual.fromChinese.get(term) ?? [])
  const said = new Set([...chinese, ...english.map(englishStems)])
  return (term) => said.has(term) || said.has(englishStems(term))
}

const chineseTerms = (query: string, bilingual: Bilingual): string[] =>
  (query.match(/\p{Script=Han}+/gu) ?? [])
    .flatMap((run) => termsAtWords(run, bilingual))
    .filter((term) => bilingual.fromChinese.has(term))

/** Returns the Chinese translations of every run of English words that is a term. */
function chineseTranslations(query: string, bilingual: Bilingual): string[] {
  const { longest } = bilingual
  const stems = englishStems(query.replace(/\p{Script=Han}+/gu, ' ')).split(' ')
  return stems.flatMap((_, from) =>
    Array.from({ length: Math.min(longest.english, stems.length - from) }, (_, more) =>
      stems.slice(from, from + more + 1).join(' '),
    ).flatMap((key) => chineseForKey(bilingual, key)),
  )
}
