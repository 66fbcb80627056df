import { type LiteralSpan, literalSpans } from '@scinav/contract'
import { fitsGrammar, isSentenceComplete } from './marker-grammar.ts'

/** What a marker names: an offered source, and one of its sentences, from 1; null for the source as a whole. */
export interface CitedPlace {
  id: string
  sentence: number | null
}

/** A piece of a streamed answer: text to show, or a marker with the offered ids (each once) and places that it names. */
export type AnswerPiece =
  | { kind: 'text'; text: string }
  | { kind: 'marker'; ids: string[]; places: CitedPlace[] }

/** What a reader of markers knows about the sources. */
interface MarkerSources {
  /** Tells whether a source, or one of its sentences, was offered. */
  isOffered: (id: string, sentence?: number) => boolean
  /** Returns the text that replaces an id in the running text, `as E1 shows`; null to leave it. */
  nameOf?: (id: string) => string | null
}

/** Reads an answer that arrives in pieces. */
export interface MarkerReader {
  /** Returns the pieces that are decided; a marker that may be incomplete is held back. */
  push: (delta: string) => AnswerPiece[]
  /** Returns the remaining pieces at the end; a truncated marker is dropped. */
  end: () => AnswerPiece[]
  /** Returns how many markers named nothing that was offered and stayed text. */
  unknown: () => number
}

/** The longest text that is read as a marker, in UTF-16 units. */
const MAX_MARKER_CHARS = 120
/** The most text held back to see whether a formula closes or how a sentence ends, in UTF-16 units. */
const MAX_HELD_CHARS = 600
/** The most text of a block kept, to recognize code and formulas by their openings, in UTF-16 units. */
const MAX_BLOCK_CHARS = 4_000
/** How much a block must grow before its ended parts are dropped again, in UTF-16 units. */
const FORGET_STEP_CHARS = 1_000

/** What may stand before the number of a source. */
const SOURCE_NAME = '(?:E|Evidence|Sources?|证据|来源|文献)'
const RANGE_SIGN = '[–—~～-]'
/** A source, or a sentence of it: `1`, `1.2`. */
const NUMBER = '\\d{1,3}(?:\\.[1-9]\\d{0,2})?'
/** Builds the pattern of a list of ids; ids with a name may stand without a comma: `E1 E2`. */
const idListPattern = (first: string) => {
  const item = (name: string) =>
    `\`?${name}${NUMBER}\`?(?:\\s?${RANGE_SIGN}\\s?\`?(?:${SOURCE_NAME}\\s?)?${NUMBER}\`?)?`
  const others = `\\s?[,，、;；]\\s?${item(`(?:${SOURCE_NAME}\\s?)?`)}|\\s?${item(`${SOURCE_NAME}\\s?`)}`
  return `${item(first)}(?:${others})*`
}
const NAMED_IDS = idListPattern(`${SOURCE_NAME}\\s?`)
/**
 * Markers that are certain: `[E3]`, `[E1.2, 2]`, `【E1】`, `[E1-E3]`, `[E1.2]`, `[^E1]`, `` [`E1`] ``, `\[E1\]`, `[来源1]`.
 */
const CERTAIN_MARKER = new RegExp(`^\\\\?[[【［]\\s?\\^?(${NAMED_IDS})\\s?\\\\?[\\]】］]`, 'i')
/** Markers if the sentence around them fits: `[1]`, `[1.2]`, `[1, 2]`, `【1】`, `[^1]`, `(E1)`. */
const LIKELY_MARKER = new RegExp(
  `^(?:[[【［]\\^?\\s?(${idListPattern('')})\\s?[\\]】］]|[(（](${NAMED_IDS})[)）])`,
  'i',
)
/** An id of a list: its name, source and sentence, and the same of the end of a range. */
const LISTED_ID = new RegExp(
  `(${SOURCE_NAME})?\\s?(\\d+)(?:\\.(\\d+))?(?:[\`\\s]{0,2}${RANGE_SIGN}[\`\\s]{0,2}(${SOURCE_NAME})?\\s?(\\d+)(?:\\.(\\d+))?)?`,
  'gi',
)
/** Longer names, which may arrive in pieces. */
const SOURCE_NAMES = ['evidence', 'sources', '证据', '来源', '文献']
const NAME_PREFIX = SOURCE_NAMES.flatMap((name) => Array.from(name, (_, at) => name.slice(0, at + 1))).join(
  '|',
)
/** What may follow the first digit of a marker: further digits, signs, and letters of the names. */
const MARKER_REST = '[\\s\\d.,，、;；–—~～`\\\\edvinsourc证据来源文献-]*'
/** Text that further input may turn into a marker. */
const MARKER_PREFIX = new RegExp(
  `^(?:\\\\|\\\\?[[【［][\\s^\`]*(?:(?:${SOURCE_NAME}\\s?)?\\d${MARKER_REST}|(?:${NAME_PREFIX})?\\s?)|[(（](?:${SOURCE_NAME}\\s?\\d${MARKER_REST}|(?:${NAME_PREFIX})?\\s?))$`,
  'i',
)
const BRACKET_OPENING = /\\(?=[[【［]|$)|[[【［(（]/g
/** A bracket, or an id in the running text: a word of its own, which no hyphen or slash joins to another. */
const BRACKET_OR_ID_OPENING = new RegExp(
  `${BRACKET_OPENING.source}|(?<![\\p{Script=Latin}\\p{N}_/.-])E(?=\\d|$)`,
  'gu',
)
/** An id that a model wrote outside brackets, at the beginning of a text: `E3`, `E3.2`. */
const ID_IN_TEXT = /^E\d{1,3}(?:\.[1-9]\d{0,2})?(?![\p{Script=Latin}\p{N}_]|[./-][\p{Script=Latin}\p{N}])/u
/** Text that further input may turn into an id, or whose next character decides whether it is one. */
const ID_PREFIX = /^E(?:\d{0,3}|\d{1,3}[./-]|\d{1,3}\.\d{1,3}[./-]?)$/
/** A marker that the text breaks off in: `[E1, E`. */
const TRUNCATED_MARKER = /^\\?[[【［]\s?\^?`?E\s?(?:\d[\s\dE,，、;；.–—~～`-]*)?$/i

/**
 * Creates a reader that finds markers of offered sources in a text arriving in pieces of any size. All other brackets
 * stay text: intervals, vectors, indices, links, code, formulas, and numbers without a source.
 */
export function createMarkerReader(
  isOffered: MarkerSources['isOffered'],
  nameOf?: MarkerSources['nameOf'],
): MarkerReader {
  const state: ReaderState = {
    block: '',
    at: 0,
    markerEnd: -1,
    hasCertain: false,
    spans: null,
    forgetAt: FORGET_STEP_CHARS,
    unknown: 0,
    isOffered,
    ...(nameOf && { nameOf }),
  }
  const read = (part: string, isFinal: boolean): AnswerPiece[] => {
    state.block += part
    state.spans = null
    const pieces: AnswerPiece[] = []
    for (let next = nextPiece(state, isFinal); next; next = nextPiece(state, isFinal)) {
      state.at += next.length
      if (next.piece) pieces.push(next.piece)
    }
    dropEndedBlocks(state)
    return pieces
  }
  const push = (delta: string): AnswerPiece[] => {
    const pieces: AnswerPiece[] = []
    for (let at = 0; at < delta.length; at += MAX_BLOCK_CHARS)
      pieces.push(...read(delta.slice(at, at + MAX_BLOCK_CHARS), false))
    return pieces
  }
  return { push, end: () => read('', true), unknown: () => state.unknown }
}

/** The target of a link that is not closed yet: `](https://a.b/c`. */
const LINK_TARGET_OPEN = /\]\([^)\s]{0,600}$/

interface ReaderState extends MarkerSources {
  /** The text that is kept: the current block, and what has arrived after it. */
  block: string
  /** The offset in `block` up to which pieces were returned. */
  at: number
  /** The end of the last marker in `block`; negative without one. */
  markerEnd: number
  /** Whether a marker in the requested form has occurred. */
  hasCertain: boolean
  /** Code and formulas in the block; null until they are computed. */
  spans: LiteralSpan[] | null
  /** The length of the block at which ended parts are dropped. */
  forgetAt: number
  /** The number of markers that named nothing offered. */
  unknown: number
}

interface NextPiece {
  /** Null when the text is dropped. */
  piece: AnswerPiece | null
  length: number
}

/**
 * Returns the next piece and the length that it takes from the block; null when that cannot be decided yet.
 */
function nextPiece(state: ReaderState, isFinal: boolean): NextPiece | null {
  const { block, at } = state
  if (at >= block.length) return null
  const openings = state.nameOf ? BRACKET_OR_ID_OPENING : BRACKET_OPENING
  openings.lastIndex = at
  const opening = openings.exec(block)?.index ?? block.length
  if (opening > at) return textPiece(state, opening - at)
  const rest = block.slice(at, at + MAX_MARKER_CHARS + 1)
  // Every other opening is a bracket or the backslash before one.
  if (rest.startsWith('E')) return idInText(state, rest, isFinal)
  const match = matchMarker(rest)
  return match ? markerPiece(state, match, isFinal) : unfinishedMarker(state, rest, isFinal)
}

/** A bracket with ids, as it is written, and the places that it names. */
interface MarkerMatch {
  text: string
  places: CitedPlace[]
  /** Whether it has the requested form, which nothing else has. */
  isCertain: boolean
}

/** Returns the bracket with ids that a text begins with; null when it begins with something else. */
function matchMarker(text: string): MarkerMatch | null {
  const certain = CERTAIN_MARKER.exec(text)
  const found = certain ?? LIKELY_MARKER.exec(text)
  if (!found) return null
  const list = found.slice(1).find((each) => each !== undefined) ?? ''
  return { text: found[0], places: parsePlaces(list), isCertain: certain !== null }
}

/** Decides whether a bracket with ids is a marker or text; null when that depends on what follows. */
function markerPiece(state: ReaderState, match: MarkerMatch, isFinal: boolean): NextPiece | null {
  const { text, places, isCertain } = match
  const offered = places.filter(({ id }) => state.isOffered(id))
  if (isCertain ? offered.length === 0 : !namesOffered(state, match)) {
    if (isCertain) state.unknown += 1
    return textPiece(state, text.length)
  }
  const kind = pieceKind(state, match, isFinal)
  if (kind === null) return null
  if (kind === 'text') return textPiece(state, text.length)
  state.hasCertain ||= isCertain
  state.markerEnd = state.at + text.length
  const ids = [...new Set(offered.map(({ id }) => id))]
  return { piece: { kind: 'marker', ids, places: offered }, length: text.length }
}

/** Returns whether a likely marker can be one: all its places were offered, and no number is repeated. */
const namesOffered = ({ isOffered }: ReaderState, { text, places }: MarkerMatch): boolean =>
  !hasRepeatedNumber(text) &&
  places.every(({ id, sentence }) => isOffered(id) && (sentence === null || isOffered(id, sentence)))

/**
 * Replaces an id in the running text by the name of its source, except in code and formulas; null while it cannot be
 * decided.
 */
function idInText(state: ReaderState, rest: string, isFinal: boolean): NextPiece | null {
  if (!isFinal && ID_PREFIX.test(rest)) return null
  const [text = ''] = ID_IN_TEXT.exec(rest) ?? []
  const name = text === '' ? null : state.nameOf?.(text.replace(/\..*/, ''))
  if (!name) return textPiece(state, Math.max(1, text.length))
  const context = literalContext(state, false)
  if (context === 'open' && !isFinal && state.block.length - state.at < MAX_HELD_CHARS) return null
  if (context !== 'running') return textPiece(state, text.length)
  return { piece: { kind: 'text', text: name }, length: text.length }
}

/** Detects repeated numbers: `[3, 3]` is a size, because a bracket does not cite a source twice. */
function hasRepeatedNumber(text: string): boolean {
  const numbers = text.match(/\d+(?:\.\d+)?/g) ?? []
  return new Set(numbers).size < numbers.length
}

/** Decides on a bracket that is no complete marker: held back (null) while it may become one, otherwise text. */
function unfinishedMarker(state: ReaderState, rest: string, isFinal: boolean): NextPiece | null {
  if (!MARKER_PREFIX.test(rest) || rest.length > MAX_MARKER_CHARS) return textPiece(state, 1)
  if (!isFinal) return null
  return TRUNCATED_MARKER.test(rest) ? { piece: null, length: rest.length } : textPiece(state, rest.length)
}

/** Decides whether a bracket is a marker or text; null when that depends on what follows. */
function pieceKind(
  state: ReaderState,
  { text, places, isCertain }: MarkerMatch,
  isFinal: boolean,
): AnswerPiece['kind'] | null {
  const { block, at } = state
  const canWait = !isFinal && block.length - at < MAX_HELD_CHARS
  const before = block.slice(Math.max(block.lastIndexOf('\n', at - 1) + 1, at - MAX_HELD_CHARS), at)
  const context = LINK_TARGET_OPEN.test(before) ? 'literal' : literalContext(state, text.startsWith('\\'))
  if (context === 'literal') return 'text'
  if (context === 'open' && canWait) return null
  if (isCertain) return 'marker'
  const after = block.slice(at + text.length, at + text.length + MAX_HELD_CHARS)
  if (canWait && !isSentenceComplete(after)) return null
  const { hasCertain, markerEnd } = state
  const isBehindMarker = markerEnd > 0 && /^[\s,，、;；]*$/.test(block.slice(markerEnd, at))
  const bracket = { text, count: places.length, before, after, isBehindMarker, hasCertain }
  return fitsGrammar(bracket) ? 'marker' : 'text'
}

/**
 * Tells whether the next bracket is within code or a formula (`literal`), in one that is not closed yet
 * (`open`), or in running text. An escaped marker, `\\[E1\\]`, may itself look like the beginning of a
 * formula.
 */
function literalContext(state: ReaderState, isEscaped: boolean): 'literal' | 'open' | 'running' {
  const { block, at } = state
  state.spans ??= literalSpans(block)
  const around = state.spans.filter(({ start, end }) => start <= at - (isEscaped ? 1 : 0) && at < end)
  if (around.some(({ isClosed, kind }) => isClosed || kind === 'fence')) return 'literal'
  return around.length > 0 ? 'open' : 'running'
}

/**
 * Returns the next `length` units as text. After a marker, a space is inserted before a character that would
 * turn the marker into a link: `x[E1](`.
 */
function textPiece({ block, at, markerEnd }: ReaderState, length: number): NextPiece {
  const text = block.slice(at, at + length)
  const gap = markerEnd === at && /^[([:]/.test(text) ? ' ' : ''
  return { piece: { kind: 'text', text: gap + text }, length }
}

/**
 * Drops ended blocks once the text has grown enough. What opens code or a formula that is not closed yet is
 * kept; the opening of a long code block stands in for the part of it that is dropped.
 */
function dropEndedBlocks(state: ReaderState): void {
  const { block, at } = state
  if (block.length < state.forgetAt) return
  const open = literalSpans(block.slice(0, at)).find(({ isClosed }) => !isClosed)
  const ended = block.lastIndexOf('\n\n', at - 1) + 1
  const from = Math.max(0, open ? Math.min(open.start, ended) : ended)
  const start = block.length - from > MAX_BLOCK_CHARS ? Math.max(from, at - MAX_HELD_CHARS) : from
  const isCut = open?.kind === 'fence' && start > open.start
  const fence = isCut ? `${/^[`~]+/.exec(block.slice(open.start))?.[0]}\n` : ''
  state.block = fence + block.slice(start)
  state.at += fence.length - start
  state.markerEnd += fence.length - start
  state.forgetAt = Math.min(state.block.length + FORGET_STEP_CHARS, MAX_BLOCK_CHARS)
}

/** The most further ids of a range. */
const MAX_RANGE = 20

/**
 * Parses a list such as `E1, E2`, `E1-E3`, `1`, `E1.2-4`, `E1.2, 3`. A number without a name or a point is a sentence
 * after a sentence (`E1.2, 3` is `E1.2, E1.3`), else a source.
 */
function parsePlaces(list: string): CitedPlace[] {
  const places = new Map<string, CitedPlace>()
  let last: Place = { source: 0, sentence: null }
  for (const [, name, digits, point, endName, endDigits, endPoint] of list.matchAll(LISTED_ID)) {
    const begin = continuePlace(last, name, digits, point)
    const end = endDigits === undefined ? begin : continuePlace(begin, endName, endDigits, endPoint)
    for (const { source, sentence } of [begin, ...placesUpTo(begin, end)])
      places.set(`${source}.${sentence}`, { id: `E${source}`, sentence })
    last = end
  }
  return [...places.values()]
}

interface Place {
  source: number
  sentence: number | null
}

/** Returns the place that an item of a list names, which may be short for a sentence of the source before it. */
function continuePlace(last: Place, name?: string, digits?: string, point?: string): Place {
  const number = Number(digits)
  if (point !== undefined) return { source: number, sentence: Number(point) }
  const isSentence = name === undefined && last.sentence !== null
  return isSentence ? { source: last.source, sentence: number } : { source: number, sentence: null }
}

/** Returns the places of a range after its first: sentences of one source, or sources. */
function placesUpTo(begin: Place, end: Place): Place[] {
  const { source, sentence } = begin
  if (source === end.source && sentence !== null && end.sentence !== null)
    return upTo(sentence, end.sentence).map((each) => ({ source, sentence: each }))
  const sources = upTo(source, end.sentence === null ? end.source : end.source - 1)
  const between = sources.map((each) => ({ source: each, sentence: null }))
  return end.sentence === null ? between : [...between, end]
}

/** Returns the numbers after `from` up to `to`, at most `MAX_RANGE`. */
const upTo = (from: number, to: number): number[] =>
  Array.from({ length: Math.min(Math.max(0, to - from), MAX_RANGE) }, (_, at) => from + at + 1)
