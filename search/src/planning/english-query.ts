import { segmentChinese } from '../analysis/dictionary.ts'
import { simplifyText } from '../analysis/traditional.ts'
import { joinQueries, type ParsedQuery, type Query, type SearchField } from '../query/query.ts'
import type { Bilingual } from './bilingual.ts'
import { readFreeTextQuery } from './free-text.ts'

const HAN_CHARACTER = /\p{Script=Han}/u
/** Maximum number of words of a term that is looked up as a whole. */
const MAX_TERM_WORDS = 12
/** Fields whose text is translated; names of people and journals are not terms. */
const TOPIC_FIELDS = new Set<SearchField>(['any', 'title', 'abstract', 'keyword'])

/**
 * Translates a query with Chinese terms into English ones, for services that index English only.
 *
 * Returns the translated query, and as `words` its English terms separated by spaces; null when nothing is Chinese,
 * when the query is an identifier, or when a part cannot be translated, because half a query finds the wrong papers.
 */
export function englishQuery(
  parsed: ParsedQuery,
  bilingual: Bilingual,
): { parsed: ParsedQuery; words: string } | null {
  if (parsed.identifier) return null
  const state: TranslationState = { bilingual, terms: [] }
  const query = translateQuery(readFreeTextQuery(parsed).query, state)
  return query && state.terms.length > 0
    ? { parsed: { ...parsed, query }, words: state.terms.join(' ') }
    : null
}

/** What the translation of one query shares. */
interface TranslationState {
  bilingual: Bilingual
  /** English terms collected so far. */
  terms: string[]
}

/** Translates a query part by part; returns null when a part cannot be translated. */
function translateQuery(query: Query, state: TranslationState): Query | null {
  if (query.kind === 'all' || query.kind === 'range') return query
  if (query.kind === 'not') {
    const part = translateQuery(query.part, state)
    return part && { ...query, part }
  }
  if (query.kind === 'near') {
    const [left, right] = [translateQuery(query.left, state), translateQuery(query.right, state)]
    return left && right && { ...query, left, right }
  }
  if ('parts' in query) {
    const parts = query.parts.map((part) => translateQuery(part, state)).filter((part) => part !== null)
    return parts.length === query.parts.length ? joinQueries(query.kind, parts) : null
  }
  return translateLeaf(query, state)
}

/** A part of a query that has a text and its range in the written query. */
type TextLeaf = Extract<Query, { start: number }>

/** Translates a part without operators and adds its English terms to the state; null when that is not possible. */
function translateLeaf(leaf: TextLeaf, { bilingual, terms }: TranslationState): Query | null {
  const text = leaf.kind === 'wildcard' ? leaf.pattern : leaf.text
  if (!HAN_CHARACTER.test(text)) return leaf
  const english = TOPIC_FIELDS.has(leaf.field) ? translateText(text, bilingual) : null
  if (!english) return null
  terms.push(...english)
  const { field, start, end } = leaf
  return joinQueries(
    'and',
    english.map((term) => ({ kind: 'phrase', field, text: term, start, end })),
  )
}

/** Matches a run of Chinese characters, or of other characters without spaces: `基于`, `BERT` and `的` in `基于BERT的`. */
const SCRIPT_PIECE = /\p{Script=Han}+|[^\p{Script=Han}\s]+/gu

/**
 * Translates a text by the longest known terms; pieces that are not Chinese stay. Returns null when a term is unknown.
 */
function translateText(text: string, bilingual: Bilingual): string[] | null {
  const pieces = text.match(SCRIPT_PIECE) ?? []
  const english = pieces.map((piece) =>
    HAN_CHARACTER.test(piece) ? translateRun(piece, bilingual) : [piece],
  )
  return english.includes(null) ? null : english.flatMap((terms) => terms ?? [])
}

/** Translates a run of Chinese; returns null when a word of it belongs to no term. */
function translateRun(run: string, bilingual: Bilingual): string[] | null {
  const terms = [...translateTermByTerm(run, bilingual)]
  return terms.includes(null) ? null : terms.filter((term) => term !== null)
}

/** Yields the English of a Chinese text by the longest known terms; null for each word that belongs to none. */
function* translateTermByTerm(run: string, { fromChinese }: Bilingual): Generator<string | null> {
  const words = segmentChinese(simplifyText(run))
  for (let from = 0; from < words.length; ) {
    let to = Math.min(words.length, from + MAX_TERM_WORDS)
    while (to > from && !fromChinese.has(words.slice(from, to).join(''))) to -= 1
    const [term = null] = fromChinese.get(words.slice(from, to).join('')) ?? []
    yield term
    from = Math.max(to, from + 1)
  }
}

/**
 * Returns the parts of a Chinese text that can be translated into English, in order, with its non-Chinese parts; words
 * without a translation are omitted. Returns an empty string when nothing is translated.
 */
export function englishWords(text: string, bilingual: Bilingual): string {
  const pieces = text.match(SCRIPT_PIECE) ?? []
  const translated = pieces.map((piece) =>
    HAN_CHARACTER.test(piece) ? [...translateTermByTerm(piece, bilingual)] : piece,
  )
  const isTranslated = translated.some((terms) => Array.isArray(terms) && terms.some((term) => term !== null))
  if (!isTranslated) return ''
  return translated
    .flat()
    .filter((term) => term !== null)
    .join(' ')
}
