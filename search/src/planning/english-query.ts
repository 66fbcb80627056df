import { segment } from '../analysis/dictionary.ts'
import { simplified } from '../analysis/traditional.ts'
import { type Field, join, type ParsedQuery, type Query } from '../query/query.ts'
import type { Bilingual } from './bilingual.ts'
import { freeTextWords } from './free-text.ts'

const HAN = /\p{Script=Han}/u
/** Where words of a subject are looked for; names are no terms. */
const TOPICS = new Set<Field>(['any', 'title', 'abstract', 'keyword'])

/**
 * A query with Chinese terms as one of English terms, for services that hold English alone.
 *
 * @param known terms of the two languages.
 *
 * @returns null where nothing is Chinese, or where some of it is none of them: half a query finds the wrong things.
 */
export function englishQuery(
  parsed: ParsedQuery,
  known: Bilingual,
): { parsed: ParsedQuery; words: string } | null {
  if (parsed.identifier) return null
  const into: Into = { known, terms: [] }
  const query = translate(freeTextWords(parsed).query, into)
  return query && into.terms.length > 0 ? { parsed: { ...parsed, query }, words: into.terms.join(' ') } : null
}

interface Into {
  known: Bilingual
  /** What was said in English so far. */
  terms: string[]
}

function translate(query: Query, into: Into): Query | null {
  if (query.kind === 'all' || query.kind === 'range') return query
  if (query.kind === 'not') {
    const part = translate(query.part, into)
    return part && { ...query, part }
  }
  if (query.kind === 'near') {
    const [left, right] = [translate(query.left, into), translate(query.right, into)]
    return left && right && { ...query, left, right }
  }
  if ('parts' in query) {
    const parts = query.parts.map((part) => translate(part, into)).filter((part) => part !== null)
    return parts.length === query.parts.length ? join(query.kind, parts) : null
  }
  return translateLeaf(query, into)
}

type Leaf = Extract<Query, { start: number }>

function translateLeaf(leaf: Leaf, { known, terms }: Into): Query | null {
  const text = leaf.kind === 'wildcard' ? leaf.pattern : leaf.text
  if (!HAN.test(text)) return leaf
  const english = TOPICS.has(leaf.field) ? inEnglish(text, known) : null
  if (!english) return null
  terms.push(...english)
  const { field, start, end } = leaf
  return join(
    'and',
    english.map((text) => ({ kind: 'phrase', field, text, start, end })),
  )
}

/** A text term by term, the longest ones that are known; pieces that are not Chinese stay. Null where one is unknown. */
function inEnglish(text: string, known: Bilingual): string[] | null {
  const pieces = text.match(/\p{Script=Han}+|[^\p{Script=Han}\s]+/gu) ?? []
  const english = pieces.map((piece) => (HAN.test(piece) ? termsOf(piece, known) : [piece]))
  return english.includes(null) ? null : english.flatMap((terms) => terms ?? [])
}

function termsOf(run: string, { fromChinese }: Bilingual): string[] | null {
  const words = segment(simplified(run))
  const terms: string[] = []
  for (let from = 0; from < words.length; ) {
    let to = words.length
    while (to > from && !fromChinese.has(words.slice(from, to).join(''))) to -= 1
    const [term] = fromChinese.get(words.slice(from, to).join('')) ?? []
    if (!term) return null
    terms.push(term)
    from = to
  }
  return terms
}
