/** How words that are looked for may begin: a bit each for two letters, or for a letter alone. */
export type WordStarts = Uint8Array

const LETTERS = 128
/** Words whose stems begin otherwise (Porter2). */
const OTHERWISE = [
  ['di', 'dy'],
  ['li', 'ly'],
  ['ti', 'ty'],
] as const

/** The first letters of terms, exact forms among them, and of all that begins with one of `prefixes`. */
export function wordStarts(terms: Iterable<string>, prefixes: Iterable<string>): WordStarts {
  const starts = new Uint8Array(LETTERS * LETTERS)
  for (const term of terms) starts[startOf(written(term), 0, term.length)] = 1
  for (const prefix of prefixes) addPrefix(starts, written(prefix))
  for (const [stem, word] of OTHERWISE) if (starts[startOf(stem, 0, 2)]) starts[startOf(word, 0, 2)] = 1
  return starts
}

/** A letter alone may go on in any way. */
function addPrefix(starts: WordStarts, prefix: string): void {
  const first = startOf(prefix, 0, prefix.length)
  if (prefix.length > 1) starts[first] = 1
  else if (prefix === '') starts.fill(1)
  else starts.fill(1, first, first + LETTERS)
}

/** Without the mark of exact forms. */
const written = (term: string) => (term.startsWith('=') ? term.slice(1) : term)

/** What lies beyond ASCII is in no place of its own: such pieces are always looked at. */
function startOf(text: string, from: number, to: number): number {
  const first = text.charCodeAt(from) & (LETTERS - 1)
  const second = to - from > 1 ? text.charCodeAt(from + 1) & (LETTERS - 1) : 0
  return first * LETTERS + second
}

/**
 * The pieces of a folded text, between spaces, that may have a term which begins so. A plain word that begins otherwise
 * has none; most words are such.
 */
export function forEachPiece(
  text: string,
  starts: WordStarts,
  take: (from: number, to: number) => void,
): void {
  for (let at = 0; at < text.length; ) {
    const end = pieceEnd(text, at)
    if (end > at && !isOther(text, at, end, starts)) take(at, end)
    at = end + 1
  }
}

const SPACE = 0x20

function pieceEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) > SPACE) at += 1
  return at
}

/** Whether a piece is one word of Latin letters with signs around it that say nothing, and none of those looked for. */
function isOther(text: string, from: number, to: number, starts: WordStarts): boolean {
  let first = from
  while (first < to && isOpening(text.charCodeAt(first))) first += 1
  let end = first
  while (end < to && isLetter(text.charCodeAt(end))) end += 1
  let behind = end
  while (behind < to && isClosing(text.charCodeAt(behind))) behind += 1
  return behind === to && (end === first || starts[startOf(text, first, end)] === 0)
}

const isLetter = (code: number) => code >= 0x61 && code <= 0x7a
/** `"` and `(`. */
const isOpening = (code: number) => code === 0x22 || code === 0x28
/** `,` `.` `;` `:` `)` `"` `!` and `?`. */
const isClosing = (code: number) =>
  code === 0x2c || code === 0x2e || code === 0x3b || code === 0x3a || code === 0x29 || isEnding(code)
const isEnding = (code: number) => code === 0x22 || code === 0x21 || code === 0x3f
