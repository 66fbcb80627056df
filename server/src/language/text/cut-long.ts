import { addSpan, type TextSpan } from './sentences.ts'

/** Marks between clauses, with the space after them. */
const CLAUSE_MARK = /[；;，,：:—]\s*|\s[-–]\s/g

/**
 * Cuts a span into parts of at most `maxChars` UTF-16 units: at clause marks, else spaces, else the limit.
 *
 * @param maxChars at least 2, the length of a surrogate pair.
 */
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

/** Length above which a part ends at a mark or space, as a share of `maxChars`; only the last may be less. */
const MIN_PART_SHARE = 1 / 3

/**
 * Returns where to cut a text that is as long as a part may be: behind a clause, at a space, or at its end.
 */
function cutAt(text: string): number {
  const clauseEnds = [...text.matchAll(CLAUSE_MARK)].map(({ index, 0: mark }) => index + mark.length)
  const minLength = text.length * MIN_PART_SHARE
  const clauseEnd = clauseEnds.findLast((at) => at > minLength)
  if (clauseEnd !== undefined) return clauseEnd
  const space = text.lastIndexOf(' ')
  if (space > minLength) return space
  // A surrogate pair must not be split.
  return /[\ud800-\udbff]/.test(text.charAt(text.length - 1)) ? text.length - 1 : text.length
}
