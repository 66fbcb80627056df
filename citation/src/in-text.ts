import type { NationalOptions } from '@scinav/contract'
import { citedNames } from './cited-names.ts'
import type { CslItem } from './csl.ts'
import { yearText } from './dates.ts'
import { type PunctuationMarks, punctuationMarks } from './gb/gb-marks.ts'
import { type InTextWords, isChineseCited } from './gb/gb-style.ts'
import { entryLanguage, isEastAsian } from './scripts.ts'
import { citationSystem, type StyleId } from './styles.ts'

/** Options of a citation within a text. */
export interface InTextOptions extends Pick<NationalOptions, 'punctuation'> {
  /** The year letters of the cited items, in their order, taken from those of the whole list. */
  yearSuffixes?: readonly string[]
  /** The names by which the whole list cites these items; when absent, each item is cited as if it were alone. */
  citedNames?: readonly string[]
  /** The language of 等, 和 and 无日期 in the GB/T 7714 styles; that of each item when absent. */
  words?: InTextWords
}

/**
 * Formats a citation within a text: `[1-3，5]`, `（王利平 等，2024；Park et al.，2010b）`, `(Smith & Jones, 2019)`, `(Smith)`,
 * `¹`. `numbers` are the positions of the items in the list, from 1; author-date styles ignore them, numeric styles and
 * notes ignore the items.
 *
 * Source: GB/T 7714-2025 clause 9, APA 7 chapter 8, MLA 9 chapter 6, Chicago 17 chapter 15, IEEE, ICMJE.
 */
export function formatInText(
  styleId: StyleId,
  items: readonly CslItem[],
  numbers: readonly number[],
  options: InTextOptions = {},
): string {
  const system = citationSystem(styleId)
  // The punctuation is that of the first item, because a citation of several has only one pair of brackets.
  const first = items[0]
  const eastAsian = first !== undefined && isEastAsian(first.title ?? '')
  const edition = styleId.startsWith('gb-2015') ? 2015 : 2025
  const marks = punctuationMarks({ edition, punctuation: options.punctuation ?? 'standard', eastAsian })
  if (system === 'numeric') return numericCitation(styleId, numbers, marks)
  if (system === 'note') return noteCitation(numbers)
  const authors = groupByNames(styleId, items, options)
  if (system === 'author-page') return `(${authors.map(({ names }) => names).join('; ')})`
  return authorDateCitation(styleId, authors, marks)
}

/** How a numeric style joins numbers. */
interface RangeMarks {
  dash: string
  comma: string
  /** Smallest number of consecutive numbers that are printed with a dash. */
  minLength: number
}

/** Prints the numbers in the brackets of a style, in ascending order: `[1-3，5]`, `(1-3,5)`. */
function numericCitation(styleId: StyleId, numbers: readonly number[], marks: PunctuationMarks): string {
  const ranges = consecutiveRanges(numbers)
  const printed = (rangeMarks: RangeMarks) => ranges.map((range) => rangeText(range, rangeMarks))
  if (styleId === 'ieee') {
    // Every number has its own brackets: `[1]–[3], [5]`.
    return printed({ dash: ']–[', comma: '], [', minLength: 3 })
      .map((range) => `[${range}]`)
      .join(', ')
  }
  if (styleId === 'vancouver') return `(${printed({ dash: '-', comma: ',', minLength: 3 }).join(',')})`
  const comma = styleId === 'spec' ? ',' : marks.comma.trim()
  return `[${printed({ dash: '-', comma, minLength: 2 }).join(comma)}]`
}

/** Sorts numbers and groups consecutive ones: 1, 3, 2, 5 → [1, 3], [5, 5]. */
function consecutiveRanges(numbers: readonly number[]): [number, number][] {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b)
  const ranges: [number, number][] = []
  for (const number of sorted) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges
}

/** Prints a range: `1-3`, or `1,2` where it is too short for a dash. */
function rangeText([from, to]: [number, number], { dash, comma, minLength }: RangeMarks): string {
  if (from === to) return String(from)
  return to - from + 1 < minLength ? `${from}${comma}${to}` : `${from}${dash}${to}`
}

const SUPERSCRIPT_DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Prints the numbers of notes as superscripts, in the order given: `¹,²`. */
const noteCitation = (numbers: readonly number[]): string =>
  numbers
    .map((number) => String(number).replace(/\d/g, (digit) => SUPERSCRIPT_DIGITS[Number(digit)] ?? digit))
    .join(',')

/** The names that one or several cited items share, and the years of these items. */
interface CitedAuthors {
  names: string
  years: string[]
}

/** Groups the years of items with the same names, in the order of the items. */
function groupByNames(styleId: StyleId, items: readonly CslItem[], options: InTextOptions): CitedAuthors[] {
  const byNames = new Map<string, CitedAuthors>()
  items.forEach((item, i) => {
    const names = options.citedNames?.[i] ?? citedNames(styleId, item, options.words)
    const year = citationYear(styleId, item, options.yearSuffixes?.[i] ?? '', options.words)
    const group = byNames.get(names)
    if (group) group.years.push(year)
    else byNames.set(names, { names, years: [year] })
  })
  return [...byNames.values()]
}

/** Returns the year with its letter; in the GB/T 7714 styles the year of the visit or 无日期 where it is missing. */
function citationYear(
  styleId: StyleId,
  item: CslItem,
  suffix: string,
  words: InTextWords = 'by_source',
): string {
  const issued = yearText(item.issued, '–')
  if (issued !== '') return `${issued}${suffix}`
  const isNational = styleId.startsWith('gb-')
  const visited = isNational ? yearText(item.accessed) : ''
  if (visited !== '') return `[${visited}${suffix}]`
  const chinese = isChineseCited(words, ['zh', 'ja'].includes(entryLanguage(item)))
  const noDate = isNational && chinese ? '无日期' : 'n.d.'
  return suffix === '' ? noDate : `${noDate}-${suffix}`
}

/** Prints names and years in brackets, as APA, Chicago and GB/T 7714 separate them. */
function authorDateCitation(styleId: StyleId, authors: CitedAuthors[], marks: PunctuationMarks): string {
  if (styleId.startsWith('gb-')) {
    const parts = authors.map(({ names, years }) => [names, ...years].join(marks.comma))
    return `${marks.open}${parts.join(marks.comma === '，' ? '；' : '; ')}${marks.close}`
  }
  const isChicago = styleId.startsWith('chicago')
  const parts = authors.map(({ names, years }) => {
    // A title in place of the names takes the comma within its quotation marks.
    const cited =
      !isChicago && names.endsWith('”') ? `${names.slice(0, -1)},” ` : `${names}${isChicago ? ' ' : ', '}`
    return `${cited}${years.join(', ')}`
  })
  // Chicago leaves the order to the author, APA requires alphabetical order.
  const ordered = isChicago ? parts : parts.sort((a, b) => a.localeCompare(b, 'en'))
  return `(${ordered.join('; ')})`
}
