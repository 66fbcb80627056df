import { anyOf } from '../../language/phrases.ts'

/** A line with the heading of a list. */
const LIST_HEADING = new RegExp(`^${anyOf('citations/list-titles')}\\s{0,3}[:：]?$`, 'iu')
/** The number that begins an entry: `[3]`, `(3)`, `3.`, `3)`, also full-width. */
const ENTRY_NUMBER =
  /^\s{0,8}(?:\[\s?(\d{1,4})\s?\]|[【［〔]\s?(\d{1,4})\s?[】］〕]|\((\d{1,4})\)|（(\d{1,4})）|(\d{1,4})(?:[.．、)）](?!\d)|\t))/

/** Returns the number with which an entry's line begins, and where the text begins after it; null without one. */
export function readEntryNumber(line: string): { number: string; end: number } | null {
  const found = ENTRY_NUMBER.exec(line)
  const number = found?.slice(1).find((group) => group !== undefined)
  return found && number ? { number, end: found[0].length } : null
}

const IDENTIFIER_START = String.raw`(?:https?:|doi:|arxiv:|10\.\d{4,9}\/)`
const URL_OR_DOI = new RegExp(`^${IDENTIFIER_START}`, 'i')
/** A line that is an address or identifier. */
const IDENTIFIER = new RegExp(String.raw`^\s{0,8}${IDENTIFIER_START}\s?\S+\s{0,8}$`, 'i')
/** What stands between identifiers on one line. */
const BETWEEN_IDENTIFIERS = new RegExp(
  String.raw`(?<!doi:|arxiv:)[\s,，;；、]{1,4}(?=${IDENTIFIER_START})`,
  'i',
)

/** Divides a line that has nothing but identifiers. */
function divideIdentifiers(line: string): string[] {
  const parts = line.trim().split(BETWEEN_IDENTIFIERS)
  return parts.every((part) => IDENTIFIER.test(part)) ? parts : [line]
}

/** Returns whether an entry may end with a line: with a full stop, an address or pages. */
function mayEndEntry(line: string): boolean {
  const text = line.trimEnd()
  return /[.。\])〕\d]$/u.test(text.slice(-1)) || URL_OR_DOI.test(text.slice(text.lastIndexOf(' ') + 1))
}

/** A list number before text. */
const LIST_NUMBER = /([[［【〔])\s?(\d{1,4})\s?[\]］】〕](?=\s{0,4}[\p{L}《“"‘«])/gu
/** The list number that begins a line, whatever follows it. */
const LEADING_NUMBER = /^\s{0,8}([[［【〔])\s?(\d{1,4})\s?[\]］】〕]/mu
/** What stands before a list number: the end of a line, the end of an entry, or a space. */
const LINE_START = /^\s{0,4}$|\n\s{0,4}$/u
const AFTER_ENTRY = /[.。．\])）〕】\d/]\s{0,4}$/u
/** Length of the text before a number that is examined, in UTF-16 units. */
const BEFORE_NUMBER_CHARS = 5

/** The largest step from a number of a list to the next; a list may leave one out, or give one twice (step 0). */
const MAX_NUMBER_STEP = 2

/** The numbers of a list before and after a text. */
interface Neighbors {
  before?: number | undefined
  after?: number | undefined
}

/**
 * Returns the offsets at which consecutive list numbers stand within lines of a text copied without line breaks: `[2]`
 * after `[1]`, and so on. Without the end of an entry before it, a number has to be the very next, and the only one.
 */
export function findInlineNumbers(text: string, { before, after = Infinity }: Neighbors = {}): number[] {
  const first = LEADING_NUMBER.exec(text)
  if (!first && before === undefined) return []
  const numbers = Array.from(text.matchAll(LIST_NUMBER), ({ 1: sign, 2: digits, index }) => {
    const context = text.slice(Math.max(0, index - BEFORE_NUMBER_CHARS), index)
    const isFirst = LINE_START.test(context)
    const isSure = isFirst || AFTER_ENTRY.test(context)
    return { sign, number: Number(digits), index, isFirst, isSure, isApart: /\s$/.test(context) }
  }).filter(({ sign, number }) => (!first || sign === first[1]) && number < after)
  const sure = new Set(numbers.flatMap(({ number, isSure }) => (isSure ? number : [])))
  let last = first ? Number(first[2]) : (before ?? 0)
  return numbers.flatMap(({ number, index, isFirst, isSure, isApart }) => {
    const step = number - last
    const isNext = isSure ? step >= 0 && step <= MAX_NUMBER_STEP : isApart && step === 1 && !sure.has(number)
    if (!isNext) return []
    last = number
    return isFirst ? [] : [index]
  })
}

/** Breaks lines at the numbers that `findInlineNumbers` finds. */
function breakAtNumbers(text: string): string {
  const offsets = findInlineNumbers(text)
  return [0, ...offsets].map((from, at) => text.slice(from, offsets[at])).join('\n')
}

/** Bounds the length of an entry, in UTF-16 units. */
const MAX_ENTRY_CHARS = 1_500

/** Splits a pasted list into entries: at their numbers, else at blank lines, else at ends of lines. */
export function splitList(text: string): string[] {
  const lines = breakAtNumbers(text)
    .split(/\r\n?|\n/)
    .filter((line) => !LIST_HEADING.test(line.trim()))
    .flatMap(divideIdentifiers)
  const starts = findEntryStarts(lines)
  return joinLines(
    lines,
    starts.map((isStart, at) => isStart || areIdentifiers(lines.slice(at - 1, at + 1))),
  )
}

/** Returns whether two lines have an identifier each and nothing else, so that they belong to two entries. */
const areIdentifiers = (lines: readonly string[]): boolean =>
  lines.length === 2 && lines.every((line) => IDENTIFIER.test(line))

/** Returns for each line of a list whether it may begin an entry. */
function findEntryStarts(lines: readonly string[]): boolean[] {
  const numbered = lines.map((line) => ENTRY_NUMBER.test(line))
  const numberedLines = numbered.filter(Boolean).length
  const hasBlankLine = lines.some((line, at) => line.trim() === '' && at > 0 && at < lines.length - 1)
  // A single number is that of a list if it begins the first line.
  const isNumbered =
    numberedLines >= 2 || (numberedLines === 1 && ENTRY_NUMBER.test(lines.find((line) => line.trim()) ?? ''))
  if (isNumbered) return numbered
  return lines.map((_, at) => {
    const before = lines[at - 1]
    return before === undefined || (hasBlankLine ? before.trim() === '' : mayEndEntry(before))
  })
}

/** Joins the lines from each beginning of an entry to the next. */
function joinLines(lines: readonly string[], starts: readonly boolean[]): string[] {
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
