/** A part of a text and what it becomes; an empty part is an insertion. */
export interface ChangedSpan {
  /** UTF-16 offset in the original text. */
  start: number
  /** Exclusive. */
  end: number
  /** The new text of the part. */
  text: string
}

/** A Chinese character, a word, a number, white space or another sign. */
const TOKEN = /\p{sc=Han}|(?:(?!\p{sc=Han})[\p{L}\p{M}])+|\p{N}+|\s+|[\s\S]/gu

/** Largest number of differing tokens that are compared, which takes quadratic time; a longer change is one span. */
const MAX_TOKENS = 800

/**
 * Returns the changes that turn `before` into `after`, in order, by the longest common subsequence of their tokens.
 * Offsets are those of `before`, in UTF-16 units. An insertion at the very beginning includes the character after it,
 * so that no span is empty there.
 */
export function changedSpans(before: string, after: string): ChangedSpan[] {
  const [oldTokens, newTokens] = [before.match(TOKEN) ?? [], after.match(TOKEN) ?? []]
  const shorter = Math.min(oldTokens.length, newTokens.length)
  // The number of equal tokens at the beginning and at the end.
  let head = 0
  while (head < shorter && oldTokens[head] === newTokens[head]) head += 1
  let tail = 0
  while (tail < shorter - head && oldTokens.at(-1 - tail) === newTokens.at(-1 - tail)) tail += 1
  const removed = oldTokens.slice(head, oldTokens.length - tail)
  const added = newTokens.slice(head, newTokens.length - tail)
  const offset = oldTokens.slice(0, head).join('').length
  const spans =
    removed.length > MAX_TOKENS || added.length > MAX_TOKENS
      ? [{ start: offset, end: offset + removed.join('').length, text: added.join('') }]
      : spansBetween(removed, added, offset)
  return spans.map((span) => (span.end === 0 ? withNextCharacter(span, before) : span))
}

/** Returns an insertion at the beginning with the first character of the text. */
function withNextCharacter({ text }: ChangedSpan, before: string): ChangedSpan {
  const next = String.fromCodePoint(before.codePointAt(0) ?? 0x20)
  return before === '' ? { start: 0, end: 0, text } : { start: 0, end: next.length, text: text + next }
}

/** Returns the changes that turn a list of tokens, which begins at `offset` of the text, into another list. */
function spansBetween(oldTokens: string[], newTokens: string[], offset: number): ChangedSpan[] {
  const lengthAt = commonLengths(oldTokens, newTokens)
  const spans: ChangedSpan[] = []
  /** The span that the next difference continues. */
  let span: ChangedSpan | undefined
  let [i, j, position] = [0, 0, offset]
  while (i < oldTokens.length || j < newTokens.length) {
    const [oldToken = '', newToken = ''] = [oldTokens[i], newTokens[j]]
    if (i < oldTokens.length && j < newTokens.length && oldToken === newToken) {
      span = undefined
      position += oldToken.length
      i += 1
      j += 1
      continue
    }
    span ??= addSpan(spans, position)
    // Removes the old token where that keeps at least as much in common as inserting the new one.
    if (i < oldTokens.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1)) {
      position += oldToken.length
      span.end = position
      i += 1
    } else {
      span.text += newToken
      j += 1
    }
  }
  return spans
}

/** Appends an empty span, which the caller extends. */
function addSpan(spans: ChangedSpan[], position: number): ChangedSpan {
  const span = { start: position, end: position, text: '' }
  spans.push(span)
  return span
}

/**
 * Returns a function that looks up the length of the longest common subsequence of two lists from an index of each to
 * their ends; −1 behind the end of the second list.
 */
function commonLengths(first: string[], second: string[]): (i: number, j: number) => number {
  const width = second.length + 1
  const lengths = new Uint16Array((first.length + 1) * width)
  const at = (i: number, j: number) => (j > second.length ? -1 : (lengths[i * width + j] ?? 0))
  for (let i = first.length - 1; i >= 0; i -= 1)
    for (let j = second.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        first[i] === second[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  return at
}
