import { emitDictionaryWords } from './dictionary.ts'
import type { Emit, ScanCursor } from './scan-cursor.ts'
import { TERM_BOUNDARY, termBoundary } from './term-boundary.ts'
import { CJK_UNIT, unitKind } from './unit-kind.ts'

/**
 * Emits the run of Chinese, Japanese or Korean at the cursor. At the position of each character these terms begin:
 * - the pair with the next character,
 * - every dictionary word of three or more characters,
 * - at the end of the run, where no pair begins, the character itself.
 *
 * Thus any substring is found: a single character as the beginning of a pair or as the last one, longer ones as pairs
 * in consecutive positions, and dictionary words directly. The end of a clause leaves one position free, so that 图像，分割
 * is not read as 图像分割. A term for every single character would enlarge the index by half for searches that are rare.
 */
export function scanCjk(cursor: ScanCursor): void {
  const { text } = cursor
  const end = runEnd(text, cursor.at)
  if (cursor.cjkEnd >= 0 && endsClause(text.slice(cursor.cjkEnd, cursor.at))) cursor.position++
  cursor.cjkEnd = end
  let reached = cursor.at
  while (cursor.at < end) {
    reached = emitTermsAt(cursor, cursor.at, end, reached)
    cursor.at += characterWidth(text, cursor.at)
    cursor.position++
  }
}

/** For cursors in Chinese runs, which are read from the text itself. */
const NO_UNITS = new Uint16Array()

/**
 * Emits only those terms of the run at `from` whose first unit satisfies `beginsTerm`, all at position 0; returns the
 * end of the run.
 */
export function scanCjkAt(
  text: string,
  from: number,
  beginsTerm: (code: number) => boolean,
  emit: Emit,
): number {
  const end = runEnd(text, from)
  const cursor: ScanCursor = {
    text,
    units: NO_UNITS,
    emit,
    emitWord: () => {},
    at: from,
    position: 0,
    cjkEnd: -1,
  }
  for (let at = from; at < end; at += characterWidth(text, at))
    if (beginsTerm(text.charCodeAt(at))) emitTermsAt(cursor, at, end, at)
  return end
}

/**
 * Emits the terms that begin at `start`.
 *
 * @param end end of the run
 * @param reached greatest end of the dictionary words that begin before `start`
 * @returns the greatest end including the words that begin at `start`
 */
function emitTermsAt(cursor: ScanCursor, start: number, end: number, reached: number): number {
  const { text, position } = cursor
  const second = start + characterWidth(text, start)
  const pairEnd = second < end ? second + characterWidth(text, second) : second
  const longest = pairEnd < end ? Math.max(reached, emitDictionaryWords(cursor, start, end)) : reached
  const boundary = longest >= pairEnd ? TERM_BOUNDARY.within : termBoundary(text, start, pairEnd)
  cursor.emit(text.slice(start, pairEnd), position, start, pairEnd, boundary)
  return longest
}

/** Maximum length of the text between two runs that are parts of one sentence. */
const MAX_CLAUSE_GAP = 4

/** Returns whether the text between two runs is punctuation that ends a clause: `，`. */
function endsClause(between: string): boolean {
  return between.length <= MAX_CLAUSE_GAP && /[,.;:!?。、]/.test(between) && !/[\p{L}\p{N}]/u.test(between)
}

/** Returns the length of a character in UTF-16 units: two beyond the basic multilingual plane. */
function characterWidth(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xd800 && code <= 0xdbff ? 2 : 1
}

/** Returns where the run of CJK characters from `start` ends, exclusive. */
function runEnd(text: string, start: number): number {
  let end = start
  while (end < text.length && unitKind(text.charCodeAt(end)) === CJK_UNIT) end += characterWidth(text, end)
  return end
}
