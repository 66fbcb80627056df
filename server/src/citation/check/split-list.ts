/** A line with the heading of a list. */
const LIST_HEADING =
  /^(?:参\s{0,3}考\s{0,3}文\s{0,3}献|引用文献|references|bibliography|works cited)\s{0,3}[:：]?$/i
/** The number that begins an entry: `[3]`, `(3)`, `3.`. */
const ENTRY_NUMBER = /^\s{0,8}(?:\[\d{1,4}\]|【\d{1,4}】|\(\d{1,4}\)|（\d{1,4}）|\d{1,4}[.、)](?!\d))/
const URL_OR_DOI = /^(?:https?:|doi:|10\.\d{4,9}\/)/i

/** Returns whether an entry may end with a line: with a full stop, an address or pages. */
function mayEndEntry(line: string): boolean {
  const text = line.trimEnd()
  return /[.。\])〕\d]$/u.test(text.slice(-1)) || URL_OR_DOI.test(text.slice(text.lastIndexOf(' ') + 1))
}

/** A list number within a line, after the end of an entry. */
const INLINE_NUMBER = /(?<=[.。．\])〕\d/])\s{0,4}\[(\d{1,4})\]\s{0,4}(?=[\p{L}《“"])/gu

/** Breaks lines at consecutive list numbers in text copied without line breaks: `[2]` after `[1]`, and so on. */
function breakAtNumbers(text: string): string {
  const first = /^\s{0,8}\[(\d{1,4})\]/m.exec(text)
  if (!first) return text
  let last = Number(first[1])
  return text.replace(INLINE_NUMBER, (whole, number: string) => {
    if (Number(number) !== last + 1) return whole
    last = Number(number)
    return `\n${whole.trimStart()}`
  })
}

/** Bounds the length of an entry, in UTF-16 units. */
const MAX_ENTRY_CHARS = 1_500

/** Splits a pasted list into entries: at their numbers, else at blank lines, else at ends of lines. */
export function splitList(text: string): string[] {
  const lines = breakAtNumbers(text)
    .split(/\r\n?|\n/)
    .filter((line) => !LIST_HEADING.test(line.trim()))
  const numberedLines = lines.filter((line) => ENTRY_NUMBER.test(line)).length
  const hasBlankLine = lines.some((line, at) => line.trim() === '' && at > 0 && at < lines.length - 1)
  // A single number is that of a list if it begins the first line.
  const isNumbered =
    numberedLines >= 2 || (numberedLines === 1 && ENTRY_NUMBER.test(lines.find((line) => line.trim()) ?? ''))
  if (isNumbered) return joinLines(lines, (line) => ENTRY_NUMBER.test(line))
  if (hasBlankLine) return joinLines(lines, (_line, before) => before !== undefined && before.trim() === '')
  return joinLines(lines, (_line, before) => before === undefined || mayEndEntry(before))
}

/**
 * Joins the lines from each beginning of an entry to the next.
 *
 * @param begins decides whether a line begins an entry; `before` is the line before it, undefined for the first.
 */
function joinLines(
  lines: readonly string[],
  begins: (line: string, before: string | undefined) => boolean,
): string[] {
  const entries: string[][] = []
  let [length, before]: [number, string | undefined] = [0, undefined]
  for (const line of lines) {
    const part = line.trim().slice(0, MAX_ENTRY_CHARS)
    const isNew = entries.length === 0 || begins(line, before)
    before = line
    if (part === '') continue
    length = isNew ? 0 : length + part.length
    if (isNew) entries.push([part])
    else if (length < MAX_ENTRY_CHARS) entries.at(-1)?.push(part)
  }
  return entries.map((parts) => parts.reduce(joinBrokenLine).slice(0, MAX_ENTRY_CHARS))
}

/** Joins two lines, undoing hyphenation; Chinese text is joined without a space. */
function joinBrokenLine(text: string, next: string): string {
  if (/\p{Ll}-$/u.test(text.slice(-2)) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next
  return /\p{Script=Han}$/u.test(text.slice(-1)) && /^\p{Script=Han}/u.test(next)
    ? text + next
    : `${text} ${next}`
}
