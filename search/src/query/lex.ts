import { normalizeDoi } from '@scinav/contract/doi'
import { hasLetter, isQuote, isSpace } from './characters.ts'
import { FIELD_NAMES, findField, isNumeric } from './fields.ts'
import { trimDoi } from './identifier.ts'
import { rawWordEnd, readOperands } from './lex-word.ts'
import type { LeafQuery, QueryWarning, SearchField, TextSpan } from './query.ts'
import { comparisonRange, rangeQuery, readBoundsAt } from './range.ts'
import { isOperator, type QuerySource, type QueryToken, readOperator } from './token.ts'

/** State of the lexer: the input, the current index and the results so far. */
interface LexerState {
  source: QuerySource
  at: number
  tokens: QueryToken[]
  warnings: QueryWarning[]
}

/**
 * Splits a query into words, operators and brackets. Anything that is no syntax is a word; what can be neither is
 * dropped with a warning.
 */
export function lex(source: QuerySource): { tokens: QueryToken[]; warnings: QueryWarning[] } {
  const reading: LexerState = { source, at: 0, tokens: [], warnings: [] }
  while (reading.at < source.text.length) {
    const character = source.text.charAt(reading.at)
    if (isSpace(character)) reading.at++
    else if (!readSign(reading, character, null)) readFieldOrWord(reading)
  }
  return { tokens: reading.tokens, warnings: reading.warnings }
}

/** Reads a phrase or a bracket; returns false when there is neither. */
function readSign(reading: LexerState, character: string, field: SearchField | null): boolean {
  const place = { start: reading.at, end: reading.at + 1 }
  if (isQuote(character)) readPhrase(reading, field)
  else if (character === '(') pushToken(reading, { kind: 'open', field, ...place })
  else if (character === ')') pushToken(reading, { kind: 'close', ...place })
  else return false
  return true
}

function pushToken(reading: LexerState, token: QueryToken): void {
  reading.tokens.push(token)
  reading.at = token.end
}

function pushLeaf(reading: LexerState, query: LeafQuery, fielded: boolean, place: TextSpan): void {
  pushToken(reading, { kind: 'operand', query, fielded, wildcard: null, ...place })
}

function readPhrase(reading: LexerState, field: SearchField | null): void {
  const { text, written } = reading.source
  const start = reading.at
  let close = start + 1
  while (close < text.length && !isQuote(text.charAt(close))) close++
  if (close === text.length) {
    reading.at = start + 1
    reading.warnings.push({ message: '引号没有成对，已忽略', start, end: start + 1 })
    return
  }
  const place = { start, end: close + 1 }
  const content = written
    .slice(start + 1, close)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const phrase = field === 'doi' ? content.toLowerCase() : content
  if (hasLetter(phrase)) {
    pushLeaf(
      reading,
      { kind: 'phrase', field: field ?? 'any', text: phrase, ...place },
      field !== null,
      place,
    )
    return
  }
  reading.at = place.end
  reading.warnings.push({ message: '引号中没有检索词，已忽略', ...place })
}

const GLUED_SIGN = /[-+|](?=[\p{L}\p{N}])/uy

/** Reads the sign of `-system` or `+TI:bert`, which belongs to the following word; a sign inside a word is none. */
function readGluedSign(reading: LexerState): void {
  const { source, at } = reading
  GLUED_SIGN.lastIndex = at
  if (!GLUED_SIGN.test(source.text) || !/^[\s(]?$/.test(source.text.charAt(at - 1))) return
  pushToken(reading, { ...readOperator({ text: source.text.charAt(at), start: at }), glued: true })
}

function readFieldOrWord(reading: LexerState): void {
  readGluedSign(reading)
  const head = readFieldAt(reading.source.text, reading.at)
  if (head) readField(reading, head)
  else readWord(reading, null)
}

function readWord(reading: LexerState, field: SearchField | null): void {
  const { text } = reading.source
  const start = reading.at
  const end = rawWordEnd(text, start, field !== null)
  const raw = { text: text.slice(start, end), start }
  if (field === null && isOperator(raw.text)) reading.tokens.push(readOperator(raw))
  else reading.tokens.push(...readOperands(raw, field, reading.warnings))
  reading.at = end
}

function readField(reading: LexerState, head: FieldHead): void {
  const { text } = reading.source
  const start = reading.at
  reading.at = head.valueAt
  const next = text.charAt(head.valueAt)
  if (next === '' || next === ')' || isSpace(next)) {
    ignoreField(reading, start, `字段“${head.name}”没有检索词，已按普通词检索`)
    reading.tokens.push(...readOperands({ text: head.name, start }, null, reading.warnings))
  } else if (isNumeric(head.field)) {
    readNumber(reading, head, start)
  } else if (/[<>]/.test(head.comparator)) {
    ignoreField(reading, start, '只有年份和被引次数可以比较大小，已按普通词检索')
  } else if (!readSign(reading, next, head.field)) {
    readValue(reading, head.field)
  }
}

function ignoreField(reading: LexerState, start: number, message: string): void {
  reading.warnings.push({ message, start, end: reading.at })
}

function readValue(reading: LexerState, field: SearchField): void {
  const { text } = reading.source
  const start = reading.at
  const end = field === 'doi' ? doiEnd(text, start) : start
  const place = { start, end }
  const doi = text.slice(start, end).toLowerCase()
  const kind = doi.endsWith('*') ? 'prefix' : 'word'
  if (doi === '') readWord(reading, field)
  else pushLeaf(reading, { kind, field, text: doiText(doi), ...place }, true, place)
}

/** Returns a DOI in its stored form; a prefix stays as written. */
function doiText(written: string): string {
  return written.endsWith('*') ? written.replace(/(?<!\*)\*+$/, '') : (normalizeDoi(written) ?? written)
}

function readNumber(reading: LexerState, { field, comparator }: FieldHead, start: number): void {
  const { text } = reading.source
  const bounds = readBoundsAt(text, reading.at)
  if (!bounds) {
    if (!/[<>]/.test(comparator) && readSign(reading, text.charAt(reading.at), field)) return
    ignoreField(reading, start, '这个字段的值应为数字，已按普通词检索')
    return
  }
  const { from, to, end } = bounds
  const bound = /[<>]/.test(comparator) ? (from ?? to) : null
  const range = bound === null ? rangeQuery(field, from, to) : comparisonRange(field, comparator, bound)
  pushLeaf(reading, range, true, { start, end })
}

/** A field name with its comparison sign, in front of a value. */
export interface FieldHead {
  field: SearchField
  name: string
  comparator: string
  /** Index at which the value begins. */
  valueAt: number
}

const FIELD_HEAD = /([A-Za-z_]+|\p{Script=Han}{1,6})(\s*)(>=|<=|[:=<>])(\s*)/uy
const upperCodes = new Set(FIELD_NAMES.map(({ code }) => code))

/**
 * Reads the field that begins at `at`, or returns null. Codes in capitals and Chinese names may have spaces around the
 * sign; English words only in front of a number, a quote or a bracket, because `Language: a survey` is a title.
 */
function readFieldAt(text: string, at: number): FieldHead | null {
  FIELD_HEAD.lastIndex = at
  const found = FIELD_HEAD.exec(text)
  if (!found) return null
  const [written, name = '', before = '', comparator = '', after = ''] = found
  const field = findField(name)
  if (!field) return null
  const valueAt = at + written.length
  const spaced = before !== '' || after !== ''
  const clear = upperCodes.has(name) || !/^[A-Za-z]/.test(name) || !spaced || opensValue(text, valueAt, field)
  return clear ? { field, name, comparator, valueAt } : null
}

function opensValue(text: string, at: number, field: SearchField): boolean {
  const next = text.charAt(at)
  return next === '(' || isQuote(next) || (isNumeric(field) && readBoundsAt(text, at) !== null)
}

const DOI_TEXT = /[^\s"“”„‟]+/y

/** Returns the end of a DOI that begins at `at`: a space, a quote, or trailing punctuation. */
function doiEnd(text: string, at: number): number {
  DOI_TEXT.lastIndex = at
  const written = trimDoi(DOI_TEXT.exec(text)?.[0] ?? '')
  return hasLetter(written) ? at + written.length : at
}
