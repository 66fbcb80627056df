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

/** State of the parser: the tokens, the index of the next one, and where it stands. */
interface ParserState {
  tokens: QueryToken[]
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
 */
export function joinTokens(tokens: QueryToken[], warnings: QueryWarning[]): Query {
  const query = readOr({ tokens, at: 0, warnings, field: null, depth: 0 })
  return query ?? { kind: 'all' }
}

function addWarning(reading: ParserState, message: string, { start, end }: TextSpan): void {
  reading.warnings.push({ message, start, end })
}

function warnMisplaced(reading: ParserState, token: QueryToken): void {
  addWarning(
    reading,
    token.kind === 'close' ? '右括号没有对应的左括号，已忽略' : '运算符缺少检索词，已忽略',
    token,
  )
}

// Each function below reads one level of precedence at `reading.at` and moves it behind what was read; null when
// nothing that can be searched for stands there.

function readOr(reading: ParserState): Query | null {
  const parts: Query[] = []
  /** The last OR, whose right side is still to come. */
  let pending: Operator | null = null
  while (true) {
    const part = readAnd(reading)
    if (part) parts.push(part)
    else if (pending) warnMisplaced(reading, pending)
    const next = reading.tokens[reading.at]
    if (next?.kind !== 'operator') break
    reading.at++
    if (part) pending = next
    else warnMisplaced(reading, next)
  }
  return parts.length > 0 ? joinQueries('or', parts) : null
}

function readAnd(reading: ParserState): Query | null {
  const parts: Query[] = []
  while (skipToOperand(reading, parts.length > 0)) {
    const part = readNot(reading)
    if (part) parts.push(part)
  }
  return parts.length > 0 ? joinQueries('and', parts) : null
}

/** Skips one AND and misplaced tokens; returns false at the end of the AND's parts. */
function skipToOperand(reading: ParserState, hasLeft: boolean): boolean {
  /** An AND whose right side is still to come. */
  let pending: Operator | null = null
  for (let token = reading.tokens[reading.at]; token; token = reading.tokens[reading.at]) {
    if (startsPart(token)) return true
    if (endsAnd(reading, token)) break
    reading.at++
    if (token.kind === 'operator' && token.operator === 'and' && hasLeft && !pending) pending = token
    else warnMisplaced(reading, token)
  }
  if (pending) warnMisplaced(reading, pending)
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

function readNot(reading: ParserState): Query | null {
  const token = reading.tokens[reading.at]
  if (token?.kind !== 'operator') return readNear(reading)
  reading.at++
  const part = startsPart(reading.tokens[reading.at]) ? readNot(reading) : null
  if (part) return { kind: 'not', part }
  warnMisplaced(reading, token)
  return null
}

function readNear(reading: ParserState): Query | null {
  let left = readPrimary(reading)
  for (let token = reading.tokens[reading.at]; token; token = reading.tokens[reading.at]) {
    if (token.kind !== 'operator' || token.operator !== 'near') break
    reading.at++
    const next = reading.tokens[reading.at]
    const right = next?.kind === 'operand' || next?.kind === 'open' ? readPrimary(reading) : null
    if (left && right) left = { kind: 'near', distance: token.distance, left, right }
    else warnMisplaced(reading, token)
    left ??= right
  }
  return left
}

function readPrimary(reading: ParserState): Query | null {
  const token = reading.tokens[reading.at]
  if (token?.kind === 'open') return readGroup(reading, token)
  if (token?.kind !== 'operand') return null
  reading.at++
  return applyField(reading, token)
}

/** Reads the query in a bracket; a missing closing bracket is assumed at the end. */
function readGroup(reading: ParserState, open: OpenBracket): Query | null {
  const { field } = reading
  reading.at++
  reading.depth++
  reading.field = open.field ?? field
  const query = readOr(reading)
  reading.depth--
  reading.field = field
  const close = reading.tokens[reading.at]
  if (close?.kind === 'close') {
    reading.at++
    if (!query) addWarning(reading, '括号中没有检索词，已忽略', { start: open.start, end: close.end })
  } else {
    addWarning(reading, '左括号没有对应的右括号，已忽略', open)
  }
  return query
}

/** Applies the field of the enclosing bracket to an operand without a field of its own. */
function applyField(reading: ParserState, { query, fielded, start, end }: Operand): Query {
  const { field } = reading
  if (fielded || field === null || query.kind === 'range') return query
  if (field === 'doi') return normalizeDoiLeaf(query)
  if (!isNumeric(field)) return { ...query, field }
  const range = wordRange(field, query)
  if (range) return range
  addWarning(reading, '这个字段的值应为数字，已按普通词检索', { start, end })
  return query
}

/** Normalizes a leaf of the DOI field: DOIs are compared in lower case and have no wildcards. */
function normalizeDoiLeaf(query: Exclude<LeafQuery, RangeQuery>): LeafQuery {
  const text = trimDoi((query.kind === 'wildcard' ? query.pattern : query.text).toLowerCase())
  const { start, end } = query
  return { kind: query.kind === 'wildcard' ? 'word' : query.kind, field: 'doi', text, start, end }
}
