import { emitDictionaryWords } from './dictionary.ts'
import type { Emit, ScanCursor } from './scan-cursor.ts'
import { TERM_BOUNDARY, termBoundary } from './term-boundary.ts'
import { CJK_UNIT, unitKind } from './unit-kind.ts'

/**
 * Emits a run of Chinese, Japanese or Korean. Each character has a position, at which begin
 * - the pair it makes with the next one,
 * - every dictionary word of three characters and more,
 * - at the run's end, where no pair begins, the character itself.
 *
 * So any substring is found: one character as the beginning of a pair or as the last one, longer ones as pairs
 * in consecutive places, and words of the dictionary at once. The end of a clause leaves one position free, so
 * that 图像，分割 is not read as 图像分割. A term for every single character would enlarge
 * the index by half for a search few people make.
 */
export function scanCjk(walk: ScanCursor): void {
  const { text } = walk
  const end = runEnd(text, walk.at)
  if (walk.cjkEnd >= 0 && endsClause(text.slice(walk.cjkEnd, walk.at))) walk.position++
  walk.cjkEnd = end
  let reached = walk.at
  while (walk.at < end) {
    reached = emitTermsAt(walk, walk.at, end, reached)
    walk.at += characterWidth(text, walk.at)
    walk.position++
  }
}

/** Runs of Chinese are read from the text itself. */
const NO_UNITS = new Uint16Array()

/**
 * Emits, of the run that begins at `from`, only what begins with certain characters, all at position 0; answers where
 * the run ends.
 */
export function scanCjkAt(text: string, from: number, begins: (code: number) => boolean, emit: Emit): number {
  const end = runEnd(text, from)
  const walk: ScanCursor = {
    text,
    units: NO_UNITS,
    emit,
    emitWord: () => {},
    at: from,
    position: 0,
    cjkEnd: -1,
  }
  for (let at = from; at < end; at += characterWidth(text, at))
    if (begins(text.charCodeAt(at))) emitTermsAt(walk, at, end, at)
  return end
}

/** `reached` is how far the dictionary's words go that began before; answers how far they go now. */
function emitTermsAt(walk: ScanCursor, start: number, end: number, reached: number): number {
  const { text, position } = walk
  const second = start + characterWidth(text, start)
  const pairEnd = second < end ? second + characterWidth(text, second) : second
  const longest = pairEnd < end ? Math.max(reached, emitDictionaryWords(walk, start, end)) : reached
  const standing = longest >= pairEnd ? TERM_BOUNDARY.within : termBoundary(text, start, pairEnd)
  walk.emit(text.slice(start, pairEnd), position, start, pairEnd, standing)
  return longest
}

/** Whether a clause ends in what stands between two runs. */
function endsClause(between: string): boolean {
  return between.length <= 4 && /[,.;:!?。、]/.test(between) && !/[\p{L}\p{N}]/u.test(between)
}

/** Two units for a character outside the basic plane. */
function characterWidth(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xd800 && code <= 0xdbff ? 2 : 1
}

function runEnd(text: string, start: number): number {
  let end = start
  while (end < text.length && unitKind(text.charCodeAt(end)) === CJK_UNIT) end += characterWidth(text, end)
  return end
}
