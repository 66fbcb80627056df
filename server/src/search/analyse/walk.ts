import { kindOf, word } from './unit-kind.ts'
import { type WordForms, wordFormsAt } from './word-forms.ts'

/** Takes one term: its position, the place of its units in the folded text, and how Chinese stands there (STANDING). */
export type Emit = (term: string, position: number, start: number, end: number, standing?: number) => void

/** Takes a word with both its terms. */
export type EmitForms = (forms: WordForms, position: number, start: number, end: number) => void

/** A walk through a folded text: the next unit and the next position. */
export interface Walk {
  readonly text: string
  readonly emit: Emit
  readonly emitForms: EmitForms
  at: number
  position: number
  /** Where the last run of Chinese ended, -1 before the first. */
  cjkEnd: number
}

/** Emits a word as the next position and goes on behind it. */
export function emitWord(walk: Walk, start: number, end: number): void {
  walk.emitForms(wordFormsAt(walk.text, start, end), walk.position, start, end)
  walk.position++
  walk.at = end
}

/** The end of the word that begins at `at`; a point between digits belongs to it (`3.14`, `tp391.1`). */
export function wordEnd(text: string, at: number): number {
  let end = at + 1
  while (end < text.length) {
    const code = text.charCodeAt(end)
    if (kindOf(code) !== word && !(code === 0x2e && isDigit(text, end - 1) && isDigit(text, end + 1))) break
    end++
  }
  return end
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x30 && code <= 0x39
}

/** Whether a word goes on, or begins, at `at`. */
export function isWordAt(text: string, at: number): boolean {
  return at >= 0 && at < text.length && kindOf(text.charCodeAt(at)) === word
}
