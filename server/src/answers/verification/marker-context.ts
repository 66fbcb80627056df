import { type LiteralSpan, literalSpans } from '@scinav/contract'

/** What a reader of markers (`createMarkerReader`) keeps of the text so far. */
export interface ReaderState extends MarkerSources {
  /** The text that is kept: the current block, and what has arrived after it. */
  block: string
  /** The offset in `block` up to which pieces were returned. */
  at: number
  /** The end of the last marker in `block`; negative without one. */
  markerEnd: number
  /** Whether a certain marker (`MarkerMatch.isCertain`) has occurred. */
  hasCertain: boolean
  /** Code and formulas in the block; null until they are computed. */
  spans: LiteralSpan[] | null
  /** The length of the block at which ended parts are dropped. */
  forgetAt: number
  /** The number of markers that named nothing offered. */
  unknown: number
}

/** What a reader of markers knows about the sources. */
export interface MarkerSources {
  /** Tells whether a source, or one of its sentences, was offered. */
  isOffered: (id: string, sentence?: number) => boolean
  /** Returns the text that replaces an id in the running text, `as E1 shows`; null to leave it. */
  nameOf?: (id: string) => string | null
}

/** The most text held back to see whether a formula closes or how a sentence ends, in UTF-16 units. */
export const MAX_HELD_CHARS = 600
/** The most text of a block kept, to recognize code and formulas by their openings, in UTF-16 units. */
export const MAX_BLOCK_CHARS = 4_000
/** How much a block must grow before its ended parts are dropped again, in UTF-16 units. */
export const FORGET_STEP_CHARS = 1_000

/**
 * Tells whether the text at `at` is within code or a formula (`literal`), in one that is not closed yet (`open`), or in
 * running text.
 *
 * @param isEscaped whether the text there is an escaped marker, `\\[E1\\]`, which is not counted as the beginning of a
 *   formula.
 */
export function literalContext(state: ReaderState, isEscaped: boolean): 'literal' | 'open' | 'running' {
  const { block, at } = state
  state.spans ??= literalSpans(block)
  const around = state.spans.filter(({ start, end }) => start <= at - (isEscaped ? 1 : 0) && at < end)
  if (around.some(({ isClosed, kind }) => isClosed || kind === 'fence')) return 'literal'
  return around.length > 0 ? 'open' : 'running'
}

/**
 * Drops ended blocks once the text has grown enough. What opens code or a formula that is not closed yet is
 * kept; the opening of a long code block stands in for the part of it that is dropped.
 */
export function dropEndedBlocks(state: ReaderState): void {
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
