import { ANY_MASK } from '../index/layout.ts'
import { joinQueries, type ParsedQuery, type WordQuery } from '../query/query.ts'
import { isFunctionWord, MIN_SENTENCE_WORDS } from './free-text.ts'
import type { Plan } from './plan.ts'
import { phrasePlan } from './word-plans.ts'

/**
 * Splits a query of words and phrases into a query of words and its phrases as conditions that do not affect the score.
 * Hits contain the phrases, papers with only their words follow, and all rank as they would without the quotes:
 * function words in quotes are left out, unless a phrase has no other words. Any other query is returned unchanged.
 */
export function separateQuotes(parsed: ParsedQuery): { words: ParsedQuery; phrases: Plan[] } {
  const { query, explicit } = parsed
  const parts = query.kind === 'and' ? query.parts : [query]
  const isPlain = parts.every(
    (part) => (part.kind === 'word' || part.kind === 'phrase') && part.field === 'any',
  )
  if (!explicit || !isPlain) return { words: parsed, phrases: [] }
  const phrases = parts.flatMap((part) => {
    return part.kind === 'phrase' ? [phrasePlan(part.text, { mask: ANY_MASK, weight: 0 })] : []
  })
  const length = parts.reduce((sum, part) => sum + ('text' in part ? part.text.split(' ').length : 1), 0)
  const words = parts.flatMap((part): WordQuery[] => {
    if (part.kind === 'word') return [part]
    if (part.kind !== 'phrase') return []
    const { start, end } = part
    const texts = part.text.split(' ')
    const content = texts.filter((text) => !isFunctionWord(text, length >= MIN_SENTENCE_WORDS))
    const kept = content.length > 0 ? content : texts
    return kept.map((text) => ({ kind: 'word', field: 'any', text, quoted: true, start, end }))
  })
  return { words: { ...parsed, explicit: false, query: joinQueries('and', words) }, phrases }
}
