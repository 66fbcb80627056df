import { normalizeDoi } from '@scinav/contract/doi'
import { hasLetter, isQuote, isSpace } from './characters.ts'
import { type FieldHead, readFieldAt } from './field-head.ts'
import { isNumeric } from './fields.ts'
import { trimDoi } from './identifier.ts'
import { rawWordEnd, readOperands } from './lex-word.ts'
import type { LeafQuery, QueryWarning, SearchField, TextSpan } from './query.ts'
import { comparisonRange, rangeQuery, readBoundsAt } from './range.ts'
import { isOperator, type QuerySource, type QueryToken, readOperator } from './token.ts'

/** State of the lexer: the input and the results so far. */
interface LexerState {
  source: QuerySource
  /** Index of the next character to be read; the functions that read something move it past what they have read. */
  at: number
  tokens: QueryToken[]
  warnings: QueryWarning[]
}

/**
 * Splits a query into words, operators and brackets, in the order of the query. Anything that is no syntax is a word;
 * what can be neither is dropped with a warning.
 */
export function lex(source: QuerySource): { tokens: QueryToken[]; warnings: QueryWarning[] } {
  const lexer: LexerState = { source, at: 0, tokens: [], warnings: [] }
  while (lexer.at < source.text.length) {
    const character = source.text.charAt(lexer.at)
    if (isSpace(character)) lexer.at++
    else if (!readSign(lexer, character, null)) readFieldOrWord(lexer)
  }
  return { tokens: lexer.tokens, warnings: lexer.warnings }
}

/** Reads a phrase or a bracket; returns false when there is neither. */
function readSign(lexer: LexerState, character: string, field: SearchField | null): boolean {
  const span = { start: lexer.at, end: lexer.at + 1 }
  if (isQuote(character)) readPhrase(lexer, field)
  else if (character === '(') pushToken(lexer, { kind: 'open', field, ...span })
  else if (character === ')') pushToken(lexer, { kind: 'close', ...span })
  else return false
  return true
}

/** Reads a phrase in quotes; a quote without its counterpart is dropped. */
function readPhrase(lexer: LexerState, field: SearchField | null): void {
  const { text, written } = lexer.source
  const start = lexer.at
  // Index of the closing quote.
  let close = start + 1
  while (close < text.length && !isQuote(text.charAt(close))) close++
  if (close === text.length) {
    lexer.at = start + 1
    lexer.warnings.push({ message: '引号没有成对，已忽略', start, end: start + 1 })
    return
  }
  const span = { start, end: close + 1 }
  const content = written
    .slice(start + 1, close)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const phrase = field === 'doi' ? content.toLowerCase() : content
  if (hasLetter(phrase)) {
    pushLeaf(lexer, { kind: 'phrase', field: field ?? 'any', text: phrase, ...span }, field !== null, span)
    return
  }
  lexer.at = span.end
  lexer.warnings.push({ message: '引号中没有检索词，已忽略', ...span })
}

/** Adds a query without operators; `fielded` says that it is limited to a field. */
function pushLeaf(lexer: LexerState, query: LeafQuery, fielded: boolean, span: TextSpan): void {
  pushToken(lexer, { kind: 'operand', query, fielded, wildcard: null, ...span })
}

/** Adds a token and moves behind it. */
function pushToken(lexer: LexerState, token: QueryToken): void {
  lexer.tokens.push(token)
  lexer.at = token.end
}

/** Reads a field with its value, or a word, either with a sign directly before it. */
function readFieldOrWord(lexer: LexerState): void {
  readGluedSign(lexer)
  const head = readFieldAt(lexer.source.text, lexer.at)
  if (head) readField(lexer, head)
  else readWord(lexer, null)
}

/** Matches a sign directly before a word: the `-` of `-system`. */
const GLUED_SIGN = /[-+|](?=[\p{L}\p{N}])/uy

/**
 * Reads the sign of `-system` or `+TI:bert`, which belongs to the following word. It counts only at the beginning of
 * the query, after a space or after an opening bracket: a sign inside a word is part of the word.
 */
function readGluedSign(lexer: LexerState): void {
  const { source, at } = lexer
  GLUED_SIGN.lastIndex = at
  if (!GLUED_SIGN.test(source.text) || !/^[\s(]?$/.test(source.text.charAt(at - 1))) return
  pushToken(lexer, { ...readOperator({ text: source.text.charAt(at), start: at }), isGlued: true })
}

/** Reads the value of a field; a name without a value that fits is read as words. */
function readField(lexer: LexerState, head: FieldHead): void {
  const { text } = lexer.source
  const start = lexer.at
  lexer.at = head.valueAt
  const next = text.charAt(head.valueAt)
  if (next === '' || next === ')' || isSpace(next)) {
    ignoreField(lexer, start, `字段“${head.name}”没有检索词，已按普通词检索`)
    lexer.tokens.push(...readOperands({ text: head.name, start }, null, lexer.warnings))
  } else if (isNumeric(head.field)) {
    readNumber(lexer, head, start)
  } else if (head.comparator) {
    ignoreField(lexer, start, '只有年份和被引次数可以比较大小，已按普通词检索')
  } else if (!readSign(lexer, next, head.field)) {
    readValue(lexer, head.field)
  }
}

/** Warns that the field that begins at `start` is ignored. */
function ignoreField(lexer: LexerState, start: number, message: string): void {
  lexer.warnings.push({ message, start, end: lexer.at })
}

/**
 * Reads the number or range of a numeric field; a bracket or phrase may follow instead, after any sign but `<` and `>`.
 */
function readNumber(lexer: LexerState, { field, comparator }: FieldHead, start: number): void {
  const { text } = lexer.source
  const bounds = readBoundsAt(text, lexer.at)
  if (!bounds) {
    if (!comparator && readSign(lexer, text.charAt(lexer.at), field)) return
    ignoreField(lexer, start, '这个字段的值应为数字，已按普通词检索')
    return
  }
  const { from, to, end } = bounds
  const bound = from ?? to
  const range =
    comparator && bound !== null ? comparisonRange(field, comparator, bound) : rangeQuery(field, from, to)
  pushLeaf(lexer, range, true, { start, end })
}

/** Reads the value of a text field: a DOI, or a word. */
function readValue(lexer: LexerState, field: SearchField): void {
  const { text } = lexer.source
  const start = lexer.at
  const end = field === 'doi' ? doiEnd(text, start) : start
  const span = { start, end }
  const doi = text.slice(start, end).toLowerCase()
  if (doi === '') {
    readWord(lexer, field)
    return
  }
  const kind = doi.endsWith('*') ? 'prefix' : 'word'
  pushLeaf(lexer, { kind, field, text: doiText(doi), ...span }, true, span)
}

/** Matches the characters up to a space or a quote. */
const DOI_TEXT = /[^\s"“”„‟]+/y

/** Returns the end of a DOI that begins at `at`: a space, a quote, or trailing punctuation. */
function doiEnd(text: string, at: number): number {
  DOI_TEXT.lastIndex = at
  const written = trimDoi(DOI_TEXT.exec(text)?.[0] ?? '')
  return hasLetter(written) ? at + written.length : at
}

/** Reads an operator, or the words up to the next space, quote or bracket. */
function readWord(lexer: LexerState, field: SearchField | null): void {
  const { text } = lexer.source
  const start = lexer.at
  const end = rawWordEnd(text, start, field !== null)
  const raw = { text: text.slice(start, end), start }
  if (field === null && isOperator(raw.text)) lexer.tokens.push(readOperator(raw))
  else lexer.tokens.push(...readOperands(raw, field, lexer.warnings))
  lexer.at = end
}

/** Returns a DOI in its stored form; a prefix (`10.1000/*`) stays as written, without its asterisks. */
function doiText(written: string): string {
  return written.endsWith('*') ? written.replace(/(?<!\*)\*+$/, '') : (normalizeDoi(written) ?? written)
}
