import { codeOf } from './fields.ts'
import { identifierIn } from './identifier.ts'
import { lex } from './lex.ts'
import type { LeafQuery, Query, RangeQuery } from './query.ts'
import { readsAsCapitals } from './settle.ts'
import { readsAsSentence } from './settle-sentence.ts'

/** How operators are written. */
interface Style {
  and: string
  or: string
  not: string
}

const words: Style = { and: ' ', or: ' OR ', not: 'NOT ' }
const allWords: Style = { ...words, and: ' AND ' }
/** For words that are all in capitals, between which AND, OR and NOT would be words too. */
const signs: Style = { and: ' + ', or: ' | ', not: '- ' }

/** A query as text that parses to the same query. */
export function printQuery(query: Query): string {
  const text = print(query, endsInWildcard(query) ? allWords : words)
  if (identifierIn(text)) return printApart(query, text)
  const { tokens } = lex({ written: text, text })
  if (readsAsCapitals(tokens)) return print(query, signs)
  return readsAsSentence(tokens) ? print(query, allWords) : text
}

/** What would be read as a pasted identifier although it is none: `doi 10.1000/x` as two words. */
function printApart(query: Query, text: string): string {
  if (!isLeaf(query)) return print(query, allWords)
  return query.field === 'any' ? `${codeOf('any')}:${text}` : text
}

function print(query: Query, style: Style): string {
  if (query.kind === 'all') return ''
  if (query.kind === 'near') return printNear(query, style)
  if (query.kind === 'not') return style.not + bracket(query.part, style, 'parts' in query.part)
  if (!('parts' in query)) return printLeaf(query)
  const parts = query.parts.map((part) => bracket(part, style, query.kind === 'and' && 'parts' in part))
  return parts.join(style[query.kind])
}

function bracket(query: Query, style: Style, needed: boolean): string {
  const text = print(query, style)
  return needed ? `(${text})` : text
}

function printNear({ left, right, distance }: Extract<Query, { kind: 'near' }>, style: Style): string {
  const before = bracket(left, style, !isLeaf(left) && left.kind !== 'near')
  return `${before} NEAR/${distance} ${bracket(right, style, !isLeaf(right))}`
}

function isLeaf(query: Query): query is LeafQuery {
  return 'field' in query
}

function printLeaf(leaf: LeafQuery): string {
  if (leaf.kind === 'range') return printRange(leaf)
  const text = printText(leaf)
  return leaf.field === 'any' && isReadBack(text, leaf) ? text : `${codeOf(leaf.field)}:${text}`
}

function printText(leaf: Exclude<LeafQuery, RangeQuery>): string {
  if (leaf.kind === 'phrase') return `"${leaf.text}"`
  if (leaf.kind === 'prefix') return `${leaf.text}*`
  return leaf.kind === 'word' ? leaf.text : leaf.pattern
}

/** Whether a text without a field is read as one word; `AND` and `TI:x` are not. */
function isReadBack(text: string, leaf: LeafQuery): boolean {
  const [token, ...others] = lex({ written: text, text }).tokens
  if (token?.kind !== 'operand' || token.fielded || others.length > 0 || token.query.kind === 'range')
    return false
  return token.query.kind === leaf.kind && printText(token.query) === text
}

function printRange({ field, from, to }: RangeQuery): string {
  const code = codeOf(field)
  if (from === to) return `${code}:${from ?? ''}`
  if (to === null) return `${code}>=${from}`
  return from === null ? `${code}<=${to}` : `${code}:${from}..${to}`
}

function endsInWildcard(query: Query): boolean {
  if ('parts' in query) return query.parts.some(endsInWildcard)
  if (query.kind === 'not') return endsInWildcard(query.part)
  if (query.kind === 'near') return endsInWildcard(query.left) || endsInWildcard(query.right)
  return query.kind === 'wildcard' && query.pattern.endsWith('?')
}
