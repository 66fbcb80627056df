import { type LiteralSpan, literalSpans } from '@scinav/contract'
import { fitsGrammar, isSentenceComplete } from './marker-grammar.ts'

/** A piece of a streamed answer: text to show, or a marker with the offered ids that it names. */
export type AnswerPiece = { kind: 'text'; text: string } | { kind: 'marker'; ids: string[] }

/** Reads an answer that arrives in pieces. */
export interface MarkerReader {
  /** Returns the pieces that are decided; a marker that may be incomplete is held back. */
  push: (delta: string) => AnswerPiece[]
  /** Returns the remaining pieces at the end; a truncated marker is dropped. */
  end: () => AnswerPiece[]
}

const MAX_MARKER_CHARS = 120
/** The most text held back to see whether a formula closes or how a sentence ends, in UTF-16 units. */
const MAX_HELD_CHARS = 600
/** The most text of a block kept, to recognize code and formulas by their openings, in UTF-16 units. */
const MAX_BLOCK_CHARS = 4_000
const FORGET_STEP_CHARS = 1_000

const SOURCE_NAME = '(?:E|Evidence|Sources?|证据|来源|文献)'
/** Builds the pattern of a list of ids. Decimals need the name of a source: `[1.1, 1.8]` are bounds. */
const idListPattern = (first: string) => {
  const number = first === '' ? '\\d{1,3}' : '\\d{1,3}(?:\\.\\d{1,3})?'
  const item = (name: string) => `${name}${number}(?:\\s?[–—-]\\s?(?:${SOURCE_NAME}\\s?)?${number})?`
  return `${item(first)}(?:\\s?[,，、;；]\\s?${item(`(?:${SOURCE_NAME}\\s?)?`)})*`
}
const NAMED_IDS = idListPattern(`${SOURCE_NAME}\\s?`)
/**
 * Markers that are certain: `[E3]`, `[E1, 2]`, `【E1】`, `[E1-E3]`, `[E1.2]`, `[^E1]`, `` [`E1`] ``, `\[E1\]`, `[来源1]`.
 */
const CERTAIN_MARKER = new RegExp(`^\\\\?[[【［]\\s?\\^?\`?(${NAMED_IDS})\`?\\s?\\\\?[\\]】］]`, 'i')
/** Markers if the sentence around them fits: `[1]`, `[1, 2]`, `【1】`, `[^1]`, `(E1)`. */
const LIKELY_MARKER = new RegExp(
  `^(?:[[【［]\\^?\\s?(${idListPattern('')})\\s?[\\]】］]|[(（](${NAMED_IDS})[)）])`,
  'i',
)
const SOURCE_NAMES = ['evidence', 'sources', '证据', '来源', '文献']
const NAME_PREFIX = SOURCE_NAMES.flatMap((name) => Array.from(name, (_, at) => name.slice(0, at + 1))).join(
  '|',
)
const MARKER_REST = '[\\s\\d.,，、;；–—`\\\\edvinsourc证据来源文献-]*'
/** Text that further input may turn into a marker. */
const MARKER_PREFIX = new RegExp(
  `^(?:\\\\|\\\\?[[【［][\\s^\`]*(?:(?:${SOURCE_NAME}\\s?)?\\d${MARKER_REST}|(?:${NAME_PREFIX})?\\s?)|[(（](?:${SOURCE_NAME}\\s?\\d${MARKER_REST}|(?:${NAME_PREFIX})?\\s?))$`,
  'i',
)
const BRACKET_OPENING = /\\(?=[[【［]|$)|[[【［(（]/g
/** A marker that the text breaks off in: `[E1, E`. */
const TRUNCATED_MARKER = /^\\?[[【［]\s?\^?`?E\s?(?:\d[\s\dE,，、;；.–—-]*)?$/i

/**
 * Creates a reader that finds markers of offered sources in a text arriving in pieces of any size. All other brackets
 * stay text: intervals, vectors, indices, links, code, formulas, and numbers without a source.
 */
export function createMarkerReader(isOffered: (id: string) => boolean): MarkerReader {
  const reading: ReaderState = {
    block: '',
    at: 0,
    markerEnd: -1,
    hasCertain: false,
    spans: null,
    forgetAt: FORGET_STEP_CHARS,
    isOffered,
  }
  const read = (part: string, isFinal: boolean): AnswerPiece[] => {
    reading.block += part
    reading.spans = null
    const pieces: AnswerPiece[] = []
    for (let next = nextPiece(reading, isFinal); next; next = nextPiece(reading, isFinal)) {
      reading.at += next.length
      if (next.piece) pieces.push(next.piece)
    }
    dropEndedBlocks(reading)
    return pieces
  }
  const push = (delta: string): AnswerPiece[] => {
    const pieces: AnswerPiece[] = []
    for (let at = 0; at < delta.length; at += MAX_BLOCK_CHARS)
      pieces.push(...read(delta.slice(at, at + MAX_BLOCK_CHARS), false))
    return pieces
  }
  return { push, end: () => read('', true) }
}

const LINK_TARGET_OPEN = /\]\([^)\s]{0,600}$/

interface ReaderState {
  /** The current block, and (`at`) how much of it was emitted. */
  block: string
  at: number
  /** The end of the last marker; −1 before the first. */
  markerEnd: number
  /** Whether a marker in the requested form has occurred. */
  hasCertain: boolean
  /** Code and formulas in the block; null until they are computed. */
  spans: LiteralSpan[] | null
  /** The length of the block at which ended parts are dropped. */
  forgetAt: number
  isOffered: (id: string) => boolean
}

interface NextPiece {
  piece: AnswerPiece | null
  length: number
}

/** Returns the next piece and the length it takes from the block; null when nothing can be decided yet. */
function nextPiece(reading: ReaderState, isFinal: boolean): NextPiece | null {
  const { block, at } = reading
  if (at >= block.length) return null
  BRACKET_OPENING.lastIndex = at
  const opening = BRACKET_OPENING.exec(block)?.index ?? block.length
  if (opening > at) return textPiece(reading, opening - at)
  const rest = block.slice(at, at + MAX_MARKER_CHARS + 1)
  const certain = CERTAIN_MARKER.exec(rest)
  const found = certain ?? LIKELY_MARKER.exec(rest)
  if (!found) return unfinishedMarker(reading, rest, isFinal)
  const [text, ...lists] = found
  const ids = parseIds(lists.find((list) => list !== undefined) ?? '')
  const isNaming = certain ? ids.some(reading.isOffered) : !repeats(text) && ids.every(reading.isOffered)
  const kind = isNaming ? pieceKind(reading, { text, ids, isCertain: certain !== null }, isFinal) : 'text'
  if (kind === null) return null
  if (kind === 'text') return textPiece(reading, text.length)
  reading.hasCertain ||= certain !== null
  reading.markerEnd = at + text.length
  return { piece: { kind: 'marker', ids: ids.filter(reading.isOffered) }, length: text.length }
}

/** Detects repeated numbers: `[3, 3]` is a size, because a bracket does not cite a source twice. */
function repeats(text: string): boolean {
  const numbers = text.match(/\d+/g) ?? []
  return new Set(numbers).size < numbers.length
}

function unfinishedMarker(reading: ReaderState, rest: string, isFinal: boolean): NextPiece | null {
  if (!MARKER_PREFIX.test(rest) || rest.length > MAX_MARKER_CHARS) return textPiece(reading, 1)
  if (!isFinal) return null
  return TRUNCATED_MARKER.test(rest) ? { piece: null, length: rest.length } : textPiece(reading, rest.length)
}

function pieceKind(
  reading: ReaderState,
  { text, ids, isCertain }: MarkerMatch,
  isFinal: boolean,
): AnswerPiece['kind'] | null {
  const { block, at } = reading
  const canWait = !isFinal && block.length - at < MAX_HELD_CHARS
  const before = block.slice(Math.max(block.lastIndexOf('\n', at - 1) + 1, at - MAX_HELD_CHARS), at)
  const place = LINK_TARGET_OPEN.test(before) ? 'literal' : literalContext(reading, text.startsWith('\\'))
  if (place === 'literal') return 'text'
  if (place === 'open' && canWait) return null
  if (isCertain) return 'marker'
  const after = block.slice(at + text.length, at + text.length + MAX_HELD_CHARS)
  if (canWait && !isSentenceComplete(after)) return null
  const { hasCertain, markerEnd } = reading
  const isBehindMarker = markerEnd > 0 && /^[\s,，、;；]*$/.test(block.slice(markerEnd, at))
  const bracket = { text, count: ids.length, before, after, isBehindMarker, hasCertain }
  return fitsGrammar(bracket) ? 'marker' : 'text'
}

/**
 * Tells whether the next bracket is within code or a formula (`literal`), or in one that is not closed yet (`open`). An
 * escaped marker may itself look like the beginning of a formula.
 */
function literalContext(reading: ReaderState, isEscaped: boolean): 'literal' | 'open' | 'running' {
  const { block, at } = reading
  reading.spans ??= literalSpans(block)
  const around = reading.spans.filter(({ start, end }) => start <= at - (isEscaped ? 1 : 0) && at < end)
  if (around.some(({ isClosed, kind }) => isClosed || kind === 'fence')) return 'literal'
  return around.length > 0 ? 'open' : 'running'
}

/** Inserts a space after a marker where the following character would turn it into a link: `x[E1](`. */
function textPiece({ block, at, markerEnd }: ReaderState, length: number): NextPiece {
  const text = block.slice(at, at + length)
  const gap = markerEnd === at && /^[([:]/.test(text) ? ' ' : ''
  return { piece: { kind: 'text', text: gap + text }, length }
}

/** Drops ended blocks; the opening of code or of a formula that is not closed yet is kept. */
function dropEndedBlocks(reading: ReaderState): void {
  const { block, at } = reading
  if (block.length < reading.forgetAt) return
  const open = literalSpans(block.slice(0, at)).find(({ isClosed }) => !isClosed)
  const ended = block.lastIndexOf('\n\n', at - 1) + 1
  const from = Math.max(0, open ? Math.min(open.start, ended) : ended)
  const start = block.length - from > MAX_BLOCK_CHARS ? Math.max(from, at - MAX_HELD_CHARS) : from
  const isCut = open?.kind === 'fence' && start > open.start
  const fence = isCut ? `${/^[`~]+/.exec(block.slice(open.start))?.[0]}\n` : ''
  reading.block = fence + block.slice(start)
  reading.at += fence.length - start
  reading.markerEnd += fence.length - start
  reading.forgetAt = Math.min(reading.block.length + FORGET_STEP_CHARS, MAX_BLOCK_CHARS)
}

interface MarkerMatch {
  text: string
  ids: string[]
  isCertain: boolean
}

const MAX_RANGE = 20

/** Parses ids such as `E1, E2`, `E1-E3`, `1`, `E1.2`; a range has at most `MAX_RANGE` further ids. */
function parseIds(list: string): string[] {
  const ids: string[] = []
  for (const item of list.split(/[,，、;；]/)) {
    const [from = 0, to = from] = Array.from(item.matchAll(/(\d+)(?:\.\d+)?/g), ([, digits]) =>
      Number(digits),
    )
    for (let number = from; number <= Math.min(Math.max(from, to), from + MAX_RANGE); number += 1)
      ids.push(`E${number}`)
  }
  return [...new Set(ids)]
}
