import { addSpan, type TextSpan } from './sentences.ts'

/** Marks between clauses, with the space after them. */
const CLAUSE = /[；;，,：:—]\s*|\s[-–]\s/g

/** Cuts a span into parts of at most `maxChars` UTF-16 units: at clause marks, else at spaces, else at the limit. */
export function cutLong(text: string, { start, end }: TextSpan, maxChars: number): TextSpan[] {
  const parts: TextSpan[] = []
  let from = start
  while (end - from > maxChars) {
    const cut = from + cutAt(text.slice(from, from + maxChars))
    addSpan(parts, text, from, cut)
    from = cut
  }
  addSpan(parts, text, from, end)
  return parts
}

/** The least part of its greatest length that a part must have, so that none is tiny. */
const MIN_PART_SHARE = 1 / 3

/**
 * Returns where to cut a text that is as long as a part may be: behind a clause, at a space, or at its end.
 */
function cutAt(text: string): number {
  const signs = [...text.matchAll(CLAUSE)].map(({ index, 0: sign }) => index + sign.length)
  const minLength = text.length * MIN_PART_SHARE
  const sign = signs.findLast((at) => at > minLength)
  if (sign !== undefined) return sign
  const space = text.lastIndexOf(' ')
  if (space > minLength) return space
  // A surrogate pair must not be split.
  return /[\ud800-\udbff]/.test(text.charAt(text.length - 1)) ? text.length - 1 : text.length
}
