import { URL_OR_DOI } from './identifier-lists.ts'

/** The numbers of a list before and after a text. */
interface Neighbors {
  before?: number | undefined
  after?: number | undefined
}

/** The list number that begins a line, whatever follows it. */
const LEADING_NUMBER = /^\s{0,8}([[［【〔])\s?(\d{1,4})\s?[\]］】〕]/mu
/** The end of a line before a list number, or the beginning of the text. */
const LINE_START = /^\s{0,4}$|\n\s{0,4}$/u
/** The end of an entry before a list number. */
const AFTER_ENTRY = /[.。．\])）〕】\d/]\s{0,4}$/u
/** Length of the text before a number that is examined, in UTF-16 units. */
const BEFORE_NUMBER_CHARS = 5
/** The largest step from a number of a list to the next; a list may leave one out, or give one twice (step 0). */
const MAX_NUMBER_STEP = 2

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

/** Returns whether an entry may end with a line: with a full stop, an address or pages. */
export function mayEndEntry(line: string): boolean {
  const text = line.trimEnd()
  return /[.。\])〕\d]$/u.test(text.slice(-1)) || URL_OR_DOI.test(text.slice(text.lastIndexOf(' ') + 1))
}

/** A list number before text. */
const LIST_NUMBER = /([[［【〔])\s?(\d{1,4})\s?[\]］】〕](?=\s{0,4}[\p{L}《“"‘«])/gu

/** Breaks lines at the numbers that `findInlineNumbers` finds. */
export function breakAtNumbers(text: string): string {
  const offsets = findInlineNumbers(text)
  return [0, ...offsets].map((from, at) => text.slice(from, offsets[at])).join('\n')
}
