import { isNumeric } from './fields.ts'
import { trimDoi } from './identifier.ts'
import {
  joinQueries,
  type LeafQuery,
  type Query,
  type QueryWarning,
  type RangeQuery,
  type SearchField,
  type TextSpan,
} from './query.ts'
import { wordRange } from './range.ts'
import type { OpenBracket, Operand, Operator, QueryToken } from './token.ts'

/** State of the parser. */
interface ParserState {
  tokens: QueryToken[]
  /** Index of the next token to be read; the functions that read a part move it past that part. */
  at: number
  warnings: QueryWarning[]
  /** The field of the enclosing bracket. */
  field: SearchField | null
  /** Number of open brackets. */
  depth: number
}

/**
 * Parses tokens by precedence: NEAR before NOT before AND before OR; operands without an operator between them are
 * joined by AND. Misplaced tokens (an operator without an operand, an unmatched bracket) are ignored with a warning.
 * Without operands the query is `all`.
 *
 * @param warnings receives the warnings
 */
export function joinTokens(tokens: QueryToken[], warnings: QueryWarning[]): Query {
  const query = readOr({ tokens, at: 0, warnings, field: null, depth: 0 })
  return query ?? { kind: 'all' }
}

/** Adds a warning about a place of the query. */
function addWarning(parser: ParserState, message: string, { start, end }: TextSpan): void {
  parser.warnings.push({ message, start, end })
}

/** Warns that an operator or a closing bracket is ignored. */
function warnMisplaced(parser: ParserState, token: QueryToken): void {
  addWarning(
    parser,
    token.kind === 'close' ? '右括号没有对应的左括号，已忽略' : '运算符缺少检索词，已忽略',
    token,
  )
}

/** Reads parts that OR joins; null when there is none. */
function readOr(parser: ParserState): Query | null {
  const parts: Query[] = []
  /** The last OR, whose right side is still to come. */
  let pending: Operator | null = null
  while (true) {
    const part = readAnd(parser)
    if (part) parts.push(part)
    else if (pending) warnMisplaced(parser, pending)
    const next = parser.tokens[parser.at]
    if (next?.kind !== 'operator') break
    parser.at++
    if (part) pending = next
    else warnMisplaced(parser, next)
  }
  return parts.length > 0 ? joinQueries('or', parts) : null
}

/** Reads parts that stand side by side or that AND joins; null when there is none. */
function readAnd(parser: ParserState): Query | null {
  const parts: Query[] = []
  while (skipToOperand(parser, parts.length > 0)) {
    const part = readNot(parser)
    if (part) parts.push(part)
  }
  return parts.length > 0 ? joinQueries('and', parts) : null
}

/** Skips one AND and misplaced tokens; returns false at the end of the AND's parts. */
function skipToOperand(parser: ParserState, hasLeft: boolean): boolean {
  /** An AND whose right side is still to come. */
  let pending: Operator | null = null
  for (let token = parser.tokens[parser.at]; token; token = parser.tokens[parser.at]) {
    if (startsPart(token)) return true
    if (endsAnd(parser, token)) break
    parser.at++
    if (token.kind === 'operator' && token.operator === 'and' && hasLeft && !pending) pending = token
    else warnMisplaced(parser, token)
  }
  if (pending) warnMisplaced(parser, pending)
  return false
}

/** Returns whether a token begins an operand of AND. */
function startsPart(token: QueryToken | undefined): boolean {
  return token?.kind === 'operator' ? token.operator === 'not' : token !== undefined && token.kind !== 'close'
}

/** Returns whether a token ends the parts of an AND: an OR, or the bracket that closes this level. */
function endsAnd({ depth }: ParserState, token: QueryToken): boolean {
  return token.kind === 'close' ? depth > 0 : token.kind === 'operator' && token.operator === 'or'
}

/** Reads a part with a NOT before it or without; null when there is none. */
function readNot(parser: ParserState): Query | null {
  const token = parser.tokens[parser.at]
  if (token?.kind !== 'operator') return readNear(parser)
  parser.at++
  const part = startsPart(parser.tokens[parser.at]) ? readNot(parser) : null
  if (part) return { kind: 'not', part }
  warnMisplaced(parser, token)
  return null
}

/** Reads operands that NEAR joins; null when there is none. */
function readNear(parser: ParserState): Query | null {
  let left = readPrimary(parser)
  for (let token = parser.tokens[parser.at]; token; token = parser.tokens[parser.at]) {
    if (token.kind !== 'operator' || token.operator !== 'near') break
    parser.at++
    const next = parser.tokens[parser.at]
    const right = next?.kind === 'operand' || next?.kind === 'open' ? readPrimary(parser) : null
    if (left && right) left = { kind: 'near', distance: token.distance, left, right }
    else warnMisplaced(parser, token)
    left ??= right
  }
  return left
}

/** Reads a group in brackets or an operand; null at any other token. */
function readPrimary(parser: ParserState): Query | null {
  const token = parser.tokens[parser.at]
  if (token?.kind === 'open') return readGroup(parser, token)
  if (token?.kind !== 'operand') return null
  parser.at++
  return applyField(parser, token)
}

/** Reads the query in a bracket; a missing closing bracket is assumed at the end. */
function readGroup(parser: ParserState, open: OpenBracket): Query | null {
  const { field } = parser
  parser.at++
  parser.depth++
  parser.field = open.field ?? field
  const query = readOr(parser)
  parser.depth--
  parser.field = field
  const close = parser.tokens[parser.at]
  if (close?.kind === 'close') {
    parser.at++
    if (!query) addWarning(parser, '括号中没有检索词，已忽略', { start: open.start, end: close.end })
  } else {
    addWarning(parser, '左括号没有对应的右括号，已忽略', open)
  }
  return query
}

/** Applies the field of the enclosing bracket to an operand without a field of its own. */
function applyField(parser: ParserState, { query, fielded, start, end }: Operand): Query {
  const { field } = parser
  if (fielded || field === null || query.kind === 'range') return query
  if (field === 'doi') return normalizeDoiLeaf(query)
  if (!isNumeric(field)) return { ...query, field }
  const range = wordRange(field, query)
  if (range) return range
  addWarning(parser, '这个字段的值应为数字，已按普通词检索', { start, end })
  return query
}

/** Normalizes a leaf of the DOI field: DOIs are compared in lower case and have no wildcards. */
function normalizeDoiLeaf(query: Exclude<LeafQuery, RangeQuery>): LeafQuery {
  const text = trimDoi((query.kind === 'wildcard' ? query.pattern : query.text).toLowerCase())
  const { start, end } = query
  return { kind: query.kind === 'wildcard' ? 'word' : query.kind, field: 'doi', text, start, end }
}
