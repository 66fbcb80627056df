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
 * The pieces of a folded text, between spaces, that may have a term which begins so. Most have none.
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

/**
 * Whether all words of a piece begin otherwise. Several joined (`x-ray`, `covid-19`) begin as the first of them, if that
 * has two letters; what is not ASCII, a letter alone (`c++`) and `.net` are always looked at.
 */
function isOther(text: string, from: number, to: number, starts: WordStarts): boolean {
  for (let at = from; at < to; ) {
    const code = text.charCodeAt(at)
    if (!isLetter(code)) {
      if (code >= LETTERS || text.startsWith('.net', at)) return false
      at += 1
      continue
    }
    const end = wordEnd(text, at, to)
    if (end - at === 1 || starts[startOf(text, at, end)] === 1) return false
    at = end
  }
  return true
}

function wordEnd(text: string, from: number, to: number): number {
  let end = from
  while (end < to && isLetter(text.charCodeAt(end))) end += 1
  return end
}

const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
