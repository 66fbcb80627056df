import { unitKind, WORD_UNIT } from './unit-kind.ts'
import { wordEntryAt } from './word-table.ts'

/** Receives a term with its position, its span in the folded text, and for Chinese its `TERM_BOUNDARY`. */
export type Emit = (term: string, position: number, start: number, end: number, boundary?: number) => void

/** Receives a word by its entry in `word-table.ts`, which holds both of its terms, the stem and the exact form. */
export type EmitWord = (entry: number, position: number, start: number, end: number) => void

/** State of a scan of a folded text. */
export interface ScanCursor {
  readonly text: string
  /** Units of the text, which are faster to read than a string, followed by zeros. */
  readonly units: Uint16Array
  readonly emit: Emit
  readonly emitWord: EmitWord
  /** Offset of the next unit. */
  at: number
  /** The position of the next term. */
  position: number
  /** End of the last run of Chinese, -1 before the first. */
  cjkEnd: number
}

/** Emits the word from `start` to `end` at the next position and moves the cursor behind it. */
export function emitWordAt(cursor: ScanCursor, start: number, end: number): void {
  cursor.emitWord(wordEntryAt(cursor.text, cursor.units, start, end), cursor.position, start, end)
  cursor.position++
  cursor.at = end
}

const POINT = 0x2e

/** Returns the end of the word that begins at `at`; a point between digits belongs to it (`3.14`, `tp391.1`). */
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

/** Returns whether the unit at an index is an ASCII digit. */
function isDigit(units: Uint16Array, at: number): boolean {
  const code = units[at] ?? 0
  return code >= 0x30 && code <= 0x39
}

/** Returns whether the unit at `at` is part of a word. */
export function isWordAt(units: Uint16Array, at: number): boolean {
  return at >= 0 && unitKind(units[at] ?? 0) === WORD_UNIT
}
