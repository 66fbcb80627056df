import type { UnderstoodChip } from '@scinav/contract'
import { anyOf } from '../phrases.ts'
import type { ConstraintSpan } from './constraints.ts'

/** Captures a year from 1800 to 2099. */
const YEAR_GROUP = '((?:18|19|20)\\d{2})'
/** Captures a count: one or two digits, or a numeral up to ten. */
const COUNT_GROUP = '(\\d{1,2}|[一二两三四五六七八九十]|two|three|four|five|six|seven|eight|nine|ten)'

/** A wording that bounds the years. */
interface YearRule {
  pattern: RegExp
  /** Maps the numbers that the pattern captured (NaN when it captured fewer), and the current year, to bounds. */
  toBounds: (first: number, second: number, current_year: number) => { year_from?: number; year_to?: number }
  /** Whether the rule applies only to a question for a list of papers; elsewhere the year belongs to the subject. */
  isForListsOnly?: boolean
}

/** Returns the pattern of a list of bounds, in which YEAR and COUNT stand for numbers. */
const yearPattern = (name: string): RegExp =>
  new RegExp(anyOf(`time/${name}`).replaceAll('YEAR', YEAR_GROUP).replaceAll('COUNT', COUNT_GROUP), 'iu')

/** A year, or a number of years or months, in either language; without a number in English: "last year". */
const TIME = `(?:${YEAR_GROUP}(?:s|\\s?年代?)?|(?:${COUNT_GROUP}|几|数|several|few)\\s?${anyOf('figures/unit-years', { bounds: 'any' })}|${anyOf('figures/unit-years', { language: 'en' })})`

/** Matches an expression that bounds when something was published: a time near the present, or a bound by a time. */
export const TIME_BOUND = new RegExp(
  `${anyOf('time/recent')}|${anyOf('time/bounds').replaceAll('TIME', TIME)}`,
  'iu',
)

/** Tried in order; the first rule that matches the text wins. */
const YEAR_RULES: YearRule[] = [
  {
    pattern: yearPattern('years-between'),
    toBounds: (first, second) => ({ year_from: Math.min(first, second), year_to: Math.max(first, second) }),
    isForListsOnly: true,
  },
  { pattern: yearPattern('years-since'), toBounds: (year) => ({ year_from: year }) },
  { pattern: yearPattern('years-after'), toBounds: (year) => ({ year_from: year + 1 }) },
  { pattern: yearPattern('years-before'), toBounds: (year) => ({ year_to: year - 1 }) },
  { pattern: yearPattern('years-until'), toBounds: (year) => ({ year_to: year }) },
  {
    pattern: yearPattern('last-years'),
    toBounds: (count, _, current_year) => ({ year_from: current_year - count }),
  },
  {
    pattern: yearPattern('in-year'),
    toBounds: (year) => ({ year_from: year, year_to: year }),
    isForListsOnly: true,
  },
]

/** Returns the bound of the first rule that matches a text; null when none does. */
export function yearConstraint(
  text: string,
  { listed, current_year }: { listed: boolean; current_year: number },
): ConstraintSpan | null {
  for (const { pattern, toBounds, isForListsOnly } of YEAR_RULES) {
    if (isForListsOnly && !listed) continue
    const found = pattern.exec(text)
    if (!found) continue
    const [first = Number.NaN, second = Number.NaN] = found
      .slice(1)
      .filter((each) => each !== undefined)
      .map(parseCount)
    const constraint = toBounds(first, second, current_year)
    return { ...matchSpan(found), chip: yearChip(constraint), constraint }
  }
  return null
}

/** The values of the numerals that `COUNT_GROUP` captures. */
const NUMERAL_VALUES: Record<string, number> = {
  ...Object.fromEntries('一二三四五六七八九十'.split('').map((digit, at) => [digit, at + 1])),
  两: 2,
  ...Object.fromEntries(
    'two three four five six seven eight nine ten'.split(' ').map((word, at) => [word, at + 2]),
  ),
}

/** Returns the number that digits or a numeral stand for; NaN for other text. */
const parseCount = (text: string): number => NUMERAL_VALUES[text.toLowerCase()] ?? Number(text)

/** Returns the span of a match. */
export const matchSpan = ({ index, 0: written }: RegExpExecArray) => ({
  start: index,
  end: index + written.length,
})

/** Returns the chip of a year or a range of years; its value is `2020`, `2018-2020`, `2018-` or `-2020`. */
function yearChip({ year_from, year_to }: { year_from?: number; year_to?: number }): UnderstoodChip {
  const chip = (value: string, label: string): UnderstoodChip => ({ kind: 'year', value, label })
  if (year_from !== undefined && year_from === year_to) return chip(String(year_from), `${year_from} 年`)
  if (year_from !== undefined && year_to !== undefined)
    return chip(`${year_from}-${year_to}`, `${year_from}—${year_to} 年`)
  if (year_from !== undefined) return chip(`${year_from}-`, `${year_from} 年以后`)
  return chip(`-${year_to}`, `${year_to} 年以前`)
}
