import {
  dropEndedBlocks,
  FORGET_STEP_CHARS,
  literalContext,
  MAX_BLOCK_CHARS,
  MAX_HELD_CHARS,
  type MarkerSources,
  type ReaderState,
} from './marker-context.ts'
import { fitsGrammar, isSentenceComplete } from './marker-grammar.ts'
import {
  BRACKET_OPENING,
  BRACKET_OR_ID_OPENING,
  ID_IN_TEXT,
  ID_PREFIX,
  MARKER_PREFIX,
  type MarkerMatch,
  matchMarker,
  TRUNCATED_MARKER,
} from './marker-patterns.ts'
import type { CitedPlace } from './marker-places.ts'

/** A piece of a streamed answer: text to show, or a marker with the offered ids (each once) and places that it names. */
export type AnswerPiece =
  | { kind: 'text'; text: string }
  | { kind: 'marker'; ids: string[]; places: CitedPlace[] }

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

/** A decided piece, and the length of the text that it takes. */
interface NextPiece {
  /** Null when the text is dropped. */
  piece: AnswerPiece | null
  length: number
}

/** Returns the next piece and the length that it takes from the block; null when that cannot be decided yet. */
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

/** Decides whether a bracket with ids is a marker or text; null when that depends on what follows. */
function markerPiece(state: ReaderState, match: MarkerMatch, isFinal: boolean): NextPiece | null {
  const { text, places, isCertain } = match
  const offered = places.filter(({ id }) => state.isOffered(id))
  if (isCertain ? offered.length === 0 : !canBeMarker(state, match)) {
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
const canBeMarker = ({ isOffered }: ReaderState, { text, places }: MarkerMatch): boolean =>
  !hasRepeatedNumber(text) &&
  places.every(({ id, sentence }) => isOffered(id) && (sentence === null || isOffered(id, sentence)))

/** Detects repeated numbers: `[3, 3]` is a size, because a bracket does not cite a source twice. */
function hasRepeatedNumber(text: string): boolean {
  const numbers = text.match(/\d+(?:\.\d+)?/g) ?? []
  return new Set(numbers).size < numbers.length
}

/** The target of a link that is not closed yet: `](https://a.b/c`. */
const LINK_TARGET_OPEN = /\]\([^)\s]{0,600}$/

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

/** Decides on a bracket that is no complete marker: held back (null) while it may become one, otherwise text. */
function unfinishedMarker(state: ReaderState, rest: string, isFinal: boolean): NextPiece | null {
  if (!MARKER_PREFIX.test(rest) || rest.length > MAX_MARKER_CHARS) return textPiece(state, 1)
  if (!isFinal) return null
  return TRUNCATED_MARKER.test(rest) ? { piece: null, length: rest.length } : textPiece(state, rest.length)
}

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

/**
 * Returns the next `length` units as text. After a marker, a space is inserted before a character that would
 * turn the marker into a link: `x[E1](`.
 */
function textPiece({ block, at, markerEnd }: ReaderState, length: number): NextPiece {
  const text = block.slice(at, at + length)
  const gap = markerEnd === at && /^[([:]/.test(text) ? ' ' : ''
  return { piece: { kind: 'text', text: gap + text }, length }
}
