/** Bounds the length of an entry, in UTF-16 units. */
const MAX_ENTRY_CHARS = 1_500

/** Joins the lines from each beginning of an entry to the next. */
export function joinLines(lines: readonly string[], starts: readonly boolean[]): string[] {
  const entries: string[][] = []
  /** The length of the lines after the first one of the current entry. */
  let length = 0
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim().slice(0, MAX_ENTRY_CHARS)
    const isNew = entries.length === 0 || starts[at] === true
    if (trimmed === '') continue
    length = isNew ? 0 : length + trimmed.length
    if (isNew) entries.push([trimmed])
    else if (length < MAX_ENTRY_CHARS) entries.at(-1)?.push(trimmed)
  }
  return entries.map(joinEntryLines)
}

/** Joins the lines of an entry, undoing hyphenation. */
export const joinEntryLines = (lines: readonly string[]): string =>
  lines.reduce(joinBrokenLine, '').slice(0, MAX_ENTRY_CHARS)

/** Joins two lines, undoing hyphenation; Chinese text is joined without a space. */
function joinBrokenLine(text: string, next: string): string {
  if (text === '') return next
  if (/\p{Ll}-$/u.test(text.slice(-2)) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next
  return /\p{Script=Han}$/u.test(text.slice(-1)) && /^\p{Script=Han}/u.test(next)
    ? text + next
    : `${text} ${next}`
}
