import { fieldCode } from './fields.ts'
import { readIdentifier } from './identifier.ts'
import { lex } from './lex.ts'
import type { LeafQuery, Query, RangeQuery } from './query.ts'
import { readsAsCapitals } from './settle-capitals.ts'
import { readsAsSentence } from './settle-sentence.ts'

/** Spelling of operators, with the spaces around them. */
interface OperatorStyle {
  and: string
  or: string
  not: string
}

/** The usual style; AND between two parts is left out. */
const IMPLICIT_STYLE: OperatorStyle = { and: ' ', or: ' OR ', not: 'NOT ' }
/** Style for a query whose parts would be read differently without a word between them. */
const WORD_STYLE: OperatorStyle = { ...IMPLICIT_STYLE, and: ' AND ' }
/** Style for words that are all in capitals, between which AND, OR and NOT would be words too. */
const SIGN_STYLE: OperatorStyle = { and: ' + ', or: ' | ', not: '- ' }

/** Prints a query as text that parses to the same query. */
export function printQuery(query: Query): string {
  const text = printPart(query, endsInWildcard(query) ? WORD_STYLE : IMPLICIT_STYLE)
  if (readIdentifier(text)) return printUnlikeIdentifier(query, text)
  const { tokens } = lex({ written: text, text })
  if (readsAsCapitals(tokens)) return printPart(query, SIGN_STYLE)
  return readsAsSentence(tokens) ? printPart(query, WORD_STYLE) : text
}

/**
 * Prints a query whose usual `text` would be read as a pasted identifier, such as the two words `doi 10.1000/x`: with
 * AND between its words, or with a field.
 */
function printUnlikeIdentifier(query: Query, text: string): string {
  if (!isLeaf(query)) return printPart(query, WORD_STYLE)
  return query.field === 'any' ? `${fieldCode('any')}:${text}` : text
}

/** Prints a part of a query with the operators of a style; '' for the query that finds everything. */
function printPart(query: Query, style: OperatorStyle): string {
  if (query.kind === 'all') return ''
  if (query.kind === 'near') return printNear(query, style)
  if (query.kind === 'not') return style.not + printBracketed(query.part, style, 'parts' in query.part)
  if (!('parts' in query)) return printLeaf(query)
  const parts = query.parts.map((part) =>
    printBracketed(part, style, query.kind === 'and' && 'parts' in part),
  )
  return parts.join(style[query.kind])
}

/** Prints a part of a query, in brackets where it needs them. */
function printBracketed(query: Query, style: OperatorStyle, needsBrackets: boolean): string {
  const text = printPart(query, style)
  return needsBrackets ? `(${text})` : text
}

/** Prints a NEAR condition with brackets around sides that are no single words. */
function printNear(
  { left, right, distance }: Extract<Query, { kind: 'near' }>,
  style: OperatorStyle,
): string {
  // NEAR joins from the left: a NEAR on the left side needs no brackets, one on the right side does.
  const before = printBracketed(left, style, !isLeaf(left) && left.kind !== 'near')
  return `${before} NEAR/${distance} ${printBracketed(right, style, !isLeaf(right))}`
}

/** Returns whether a query has no parts. */
function isLeaf(query: Query): query is LeafQuery {
  return 'field' in query
}

/** Prints a leaf, with the code of its field unless it is read in any field without one. */
function printLeaf(leaf: LeafQuery): string {
  if (leaf.kind === 'range') return printRange(leaf)
  const text = printText(leaf)
  return leaf.field === 'any' && isReadBack(text, leaf) ? text : `${fieldCode(leaf.field)}:${text}`
}

/** Prints the text of a leaf with the signs of its kind: quotes for a phrase, an asterisk for a beginning. */
function printText(leaf: Exclude<LeafQuery, RangeQuery>): string {
  if (leaf.kind === 'phrase') return `"${leaf.text}"`
  if (leaf.kind === 'prefix') return `${leaf.text}*`
  return leaf.kind === 'word' ? leaf.text : leaf.pattern
}

/** Returns whether a text without a field is read back as one word; `AND` and `TI:x` are not. */
function isReadBack(text: string, leaf: LeafQuery): boolean {
  const [token, ...others] = lex({ written: text, text }).tokens
  if (token?.kind !== 'operand' || token.fielded || others.length > 0 || token.query.kind === 'range')
    return false
  return token.query.kind === leaf.kind && printText(token.query) === text
}

/** Prints a range: `PY:2019`, `PY:2019..2023`, `PY>=2019` or `PY<=2023`. */
function printRange({ field, from, to }: RangeQuery): string {
  const code = fieldCode(field)
  if (from === to) return `${code}:${from ?? ''}`
  if (to === null) return `${code}>=${from}`
  return from === null ? `${code}<=${to}` : `${code}:${from}..${to}`
}

/**
 * Returns whether a pattern of the query ends in `?`, which may be read as a question mark without an operator after
 * it.
 */
function endsInWildcard(query: Query): boolean {
  if ('parts' in query) return query.parts.some(endsInWildcard)
  if (query.kind === 'not') return endsInWildcard(query.part)
  if (query.kind === 'near') return endsInWildcard(query.left) || endsInWildcard(query.right)
  return query.kind === 'wildcard' && query.pattern.endsWith('?')
}
