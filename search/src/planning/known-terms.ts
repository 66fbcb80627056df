// Finds the terms of a Chinese text that begin and end at word boundaries.
import { segmentChinese } from '../analysis/dictionary.ts'
import type { ParsedQuery } from '../query/query.ts'
import type { Bilingual } from './bilingual.ts'

/** Restricts the translations to terms of the text that begin and end at word boundaries: 生成 is not a word of 发生成本. */
export function translationsFor(bilingual: Bilingual, { query }: ParsedQuery): Bilingual {
  const parts = query.kind === 'and' || query.kind === 'or' ? query.parts : [query]
  const runs = parts.flatMap((part) => ('text' in part ? (part.text.match(/\p{Script=Han}+/gu) ?? []) : []))
  if (runs.length === 0) return bilingual
  const fromChinese = new Map<string, string[]>()
  for (const run of runs)
    for (const term of termsAtWords(run, bilingual)) {
      const english = bilingual.fromChinese.get(term)
      if (english) fromChinese.set(term, english)
    }
  return { ...bilingual, fromChinese }
}

/**
 * Returns all pieces of a run that begin and end at word boundaries and are no longer than the longest known term, by
 * their beginning and, of one beginning, the shortest first.
 */
export function termsAtWords(run: string, { longest }: Bilingual): string[] {
  const words = segmentChinese(run)
  return words.flatMap((_, from) => {
    const terms: string[] = []
    let term = ''
    for (const word of words.slice(from)) {
      term += word
      if (term.length > longest.chinese) break
      terms.push(term)
    }
    return terms
  })
}
