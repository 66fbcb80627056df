/** A part of a text and what it becomes; an empty part is an insertion. */
export interface ChangedSpan {
  start: number
  end: number
  text: string
}

/** A Chinese character, a word, a number, white space or another sign. */
const TOKEN = /\p{sc=Han}|(?:(?!\p{sc=Han})[\p{L}\p{M}])+|\p{N}+|\s+|[\s\S]/gu

/** Bounds the tokens that are compared; a longer change is one span. */
const MAX_TOKENS = 800

/**
 * Returns the parts of a text that differ from another one, by the longest common subsequence of their tokens, in
 * order. A span never stands alone at the beginning as an insertion: it takes the character behind it in.
 */
export function changedSpans(before: string, after: string): ChangedSpan[] {
  const [old, now] = [before.match(TOKEN) ?? [], after.match(TOKEN) ?? []]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  const [left, right] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)]
  const offset = old.slice(0, head).join('').length
  const spans =
    left.length > MAX_TOKENS || right.length > MAX_TOKENS
      ? [{ start: offset, end: offset + left.join('').length, text: right.join('') }]
      : spansBetween(left, right, offset)
  return spans.map((span) => (span.end === 0 ? withNextCharacter(span, before) : span))
}

function withNextCharacter({ text }: ChangedSpan, before: string): ChangedSpan {
  const next = String.fromCodePoint(before.codePointAt(0) ?? 0x20)
  return before === '' ? { start: 0, end: 0, text } : { start: 0, end: next.length, text: text + next }
}

/** Returns the spans in which two lists of tokens differ, whose first token begins at `offset`. */
function spansBetween(left: string[], right: string[], offset: number): ChangedSpan[] {
  const lengthAt = commonLengths(left, right)
  const spans: ChangedSpan[] = []
  /** The span that the next difference continues. */
  let span: ChangedSpan | undefined
  let [i, j, position] = [0, 0, offset]
  while (i < left.length || j < right.length) {
    const [old = '', now = ''] = [left[i], right[j]]
    if (i < left.length && j < right.length && old === now) {
      span = undefined
      position += old.length
      i += 1
      j += 1
      continue
    }
    span ??= addSpan(spans, position)
    if (i < left.length && lengthAt(i + 1, j) >= lengthAt(i, j + 1)) {
      position += old.length
      span.end = position
      i += 1
    } else {
      span.text += now
      j += 1
    }
  }
  return spans
}

function addSpan(spans: ChangedSpan[], position: number): ChangedSpan {
  const span = { start: position, end: position, text: '' }
  spans.push(span)
  return span
}

/**
 * Returns a function that returns the length of the longest common subsequence of two lists from an index of each to
 * their ends; −1 behind the end of the second list.
 */
function commonLengths(left: string[], right: string[]): (i: number, j: number) => number {
  const width = right.length + 1
  const lengths = new Uint16Array((left.length + 1) * width)
  const at = (i: number, j: number) => (j > right.length ? -1 : (lengths[i * width + j] ?? 0))
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  return at
}
