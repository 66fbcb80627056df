import { unitKind, WORD_UNIT } from './unit-kind.ts'
import { wordEntryAt } from './word-table.ts'

/** Takes one term: its position, the place of its units in the folded text, and how Chinese stands there (STANDING). */
export type Emit = (term: string, position: number, start: number, end: number, standing?: number) => void

/** Takes a word by its entry in the table of words, which has both its terms. */
export type EmitWord = (entry: number, position: number, start: number, end: number) => void

/** A walk through a folded text: the next unit and the next position. */
export interface ScanCursor {
  readonly text: string
  /** The text's units, which are read faster than a string, and zeros behind them. */
  readonly units: Uint16Array
  readonly emit: Emit
  readonly emitWord: EmitWord
  at: number
  position: number
  /** Where the last run of Chinese ended, -1 before the first. */
  cjkEnd: number
}

/** Emits a word as the next position and goes on behind it. */
export function emitWordAt(walk: ScanCursor, start: number, end: number): void {
  walk.emitWord(wordEntryAt(walk.text, walk.units, start, end), walk.position, start, end)
  walk.position++
  walk.at = end
}

const POINT = 0x2e

/** The end of the word that begins at `at`; a point between digits belongs to it (`3.14`, `tp391.1`). */
export function wordEnd(units: Uint16Array, at: number): number {
  let end = at + 1
  for (;;) {
    const code = units[end] ?? 0
    if (
      unitKind(code) !== WORD_UNIT &&
      !(code === POINT && isDigit(units, end - 1) && isDigit(units, end + 1))
    )
      return end
    end++
  }
}

function isDigit(units: Uint16Array, at: number): boolean {
  const code = units[at] ?? 0
  return code >= 0x30 && code <= 0x39
}

/** Whether a word goes on, or begins, at `at`. */
export function isWordAt(units: Uint16Array, at: number): boolean {
  return at >= 0 && unitKind(units[at] ?? 0) === WORD_UNIT
}
