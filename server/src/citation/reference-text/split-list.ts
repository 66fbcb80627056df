import { anyOf } from '../../language/phrases.ts'
import { areIdentifiers, divideIdentifiers } from './identifier-lists.ts'
import { breakAtNumbers, mayEndEntry } from './inline-numbers.ts'
import { joinLines } from './join-lines.ts'

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
