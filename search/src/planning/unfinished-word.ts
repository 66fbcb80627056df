// Recognizes that the last word of a query is unfinished, and searches for its beginning.
import { conflateEnglish } from '../analysis/conflation.ts'
import { EXACT_MARK } from '../analysis/word-forms.ts'
import { ANY_MASK } from '../index/layout.ts'
import type { ParsedQuery } from '../query/query.ts'
import type { Plan } from './plan.ts'
import { createRequest, type TermIndex } from './term-index.ts'

/** Matches a word of 3 to 30 Latin letters, which may be unfinished; fewer letters begin too many words. */
const UNFINISHED_WORD = /^\p{Script=Latin}{3,30}$/u

/**
 * Returns the last word of a query of plain words when it occurs in no record but begins words that do; otherwise null.
 */
export async function findUnfinishedWord(
  index: TermIndex,
  { query, explicit }: ParsedQuery,
): Promise<string | null> {
  const last = query.kind === 'and' ? query.parts.at(-1) : query
  if (explicit || last?.kind !== 'word' || last.quoted || !UNFINISHED_WORD.test(last.text)) return null
  const word = last.text.normalize('NFKC').toLowerCase()
  const parts = [conflateEnglish(word), word, EXACT_MARK + word].map(
    (term): Plan => ({ op: 'term', term, mask: ANY_MASK, weight: 1 }),
  )
  const { total } = await index.search(createRequest({ op: 'or', parts }))
  if (total > 0) return null
  return (await index.wordsWith(word, 1)).length > 0 ? last.text : null
}

/** Returns the query with its last word as a prefix, and a warning that says so; unchanged when it ends in no word. */
export function withPrefixWord(parsed: ParsedQuery): ParsedQuery {
  const { query, warnings } = parsed
  const last = query.kind === 'and' ? query.parts.at(-1) : query
  if (last?.kind !== 'word') return parsed
  const beginning = { ...last, begins: true as const }
  const { text, start, end } = last
  const message = `没有文献含有「${text}」这个词，已查找以它开头的词`
  return {
    ...parsed,
    query: query.kind === 'and' ? { ...query, parts: query.parts.with(-1, beginning) } : beginning,
    warnings: [...warnings, { message, start, end }],
  }
}
