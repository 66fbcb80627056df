// Takes the text of a field out of a reference.
import type { Part } from './labels.ts'
import type { Token } from './tokenize.ts'

/** A run of tokens of one part, by the indices of its first and its last token. */
export interface Run {
  part: Part
  from: number
  to: number
}

/** The opening sign of each closing one. */
const OPENING_OF: Readonly<Record<string, string>> = {
  ')': '(',
  ']': '[',
  '）': '（',
  '》': '《',
  '”': '“',
  '」': '「',
}

/**
 * Returns the text of a run with single spaces. The sign after it is included if it closes a bracket of the run, or is
 * the full stop of a last initial.
 */
export function textOf(text: string, tokens: readonly Token[], { from, to }: Run): string {
  const [start, end] = [tokens[from]?.start ?? 0, tokens[to]?.end ?? 0]
  const value = text.slice(start, end)
  const next = text.charAt(end)
  const opening = OPENING_OF[next]
  const belongsToValue =
    opening === undefined
      ? next === '.' && endsWithStoppedInitial(value)
      : value.lastIndexOf(opening) > value.lastIndexOf(next)
  return (belongsToValue ? value + next : value).replace(/\s+/g, ' ')
}

/** Returns whether names end with an initial without its full stop, although others have one: `A. Ness, B`. */
const endsWithStoppedInitial = (names: string): boolean =>
  /(?<!\p{L})\p{Lu}$/u.test(names) && /\p{Lu}\./u.test(names)

/** Matches signs that belong to the word before them: `C++`, `C#`. */
const WORD_ENDING = /^(?:\+{1,2}|#)(?![\p{L}\p{N}])/u

/** Returns the text of a run of a title or a container with the signs at its ends that are part of it. */
export function titleTextOf(text: string, tokens: readonly Token[], run: Run): string {
  const [start, end] = [tokens[run.from]?.start ?? 0, tokens[run.to]?.end ?? 0]
  const value = textOf(text, tokens, run)
  // Two signs, and the character that must not be a letter or digit.
  const ending = WORD_ENDING.exec(text.slice(end, end + 3))?.[0] ?? ''
  return openingBefore(text.charAt(start - 1), value) + value + ending
}

/** Returns the sign before a value if it opens a bracket that the value closes: the first one of `(Re)thinking`. */
function openingBefore(sign: string, value: string): string {
  const closing = { '(': ')', '[': ']', '（': '）', '［': '］' }[sign]
  if (closing === undefined) return ''
  const [firstOpening, firstClosing] = [value.indexOf(sign), value.indexOf(closing)]
  return firstClosing >= 0 && (firstOpening < 0 || firstClosing < firstOpening) ? sign : ''
}
