import type { UnderstoodChip } from '@scinav/contract'
import { anyOf, phrasePattern } from '../phrases.ts'
import type { TextSpan } from '../text/sentences.ts'

/** The bounds, all inclusive, of the papers that may answer a question; empty lists and absent years are no bounds. */
export interface Constraints {
  year_from?: number
  year_to?: number
  /** Author names as the question writes them. */
  author: string[]
  /** Venues as the question writes them, as far as the library has them. */
  source: string[]
  resource_type: number[]
}

/** Constraints that exclude no paper. */
export const NO_CONSTRAINTS: Constraints = { author: [], source: [], resource_type: [] }

/** Returns whether at least one bound is set. */
export const isConstrained = ({ year_from, year_to, author, source, resource_type }: Constraints): boolean =>
  year_from !== undefined || year_to !== undefined || author.length + source.length + resource_type.length > 0

/** A name in a question, with its span in UTF-16 offsets. */
export interface NameSpan extends TextSpan {
  name: string
}

/** A span of a question that narrows the search, with the bound it means and the chip that shows it. */
export interface ConstraintSpan extends TextSpan {
  chip: UnderstoodChip
  constraint: Partial<Constraints>
}

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

/**
 * Resource types that a question may name; `type` is the number in a record. The first that matches counts.
 */
const TYPE_RULES: { pattern: RegExp; type: number; label: string }[] = [
  { pattern: phrasePattern('resource-types/theses'), type: 4, label: '学位论文' },
  { pattern: phrasePattern('resource-types/journal-articles'), type: 1, label: '期刊论文' },
  { pattern: phrasePattern('resource-types/conference-papers'), type: 5, label: '会议论文' },
  { pattern: phrasePattern('resource-types/books'), type: 2, label: '专著' },
  { pattern: phrasePattern('resource-types/patents'), type: 7, label: '专利' },
  { pattern: phrasePattern('resource-types/preprints'), type: 9, label: '预印本' },
]

/** The values of the numerals that `COUNT_GROUP` captures. */
const NUMERAL_VALUES: Record<string, number> = {
  ...Object.fromEntries('一二三四五六七八九十'.split('').map((digit, at) => [digit, at + 1])),
  两: 2,
  ...Object.fromEntries(
    'two three four five six seven eight nine ten'.split(' ').map((word, at) => [word, at + 2]),
  ),
}

const parseCount = (text: string): number => NUMERAL_VALUES[text.toLowerCase()] ?? Number(text)

/**
 * Finds the years that a question names and, when it asks for a list of papers (`listed`), the resource type; at most
 * one span of each.
 */
export function findConstraints(
  text: string,
  { listed, current_year }: { listed: boolean; current_year: number },
): ConstraintSpan[] {
  return [yearConstraint(text, { listed, current_year }), listed ? typeConstraint(text) : null].filter(
    (bound) => bound !== null,
  )
}

/** Returns the bound of the first rule that matches a text; null when none does. */
function yearConstraint(
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

const matchSpan = ({ index, 0: written }: RegExpExecArray) => ({ start: index, end: index + written.length })

/** Returns the chip of a year or a range of years; its value is `2020`, `2018-2020`, `2018-` or `-2020`. */
function yearChip({ year_from, year_to }: { year_from?: number; year_to?: number }): UnderstoodChip {
  const chip = (value: string, label: string): UnderstoodChip => ({ kind: 'year', value, label })
  if (year_from !== undefined && year_from === year_to) return chip(String(year_from), `${year_from} 年`)
  if (year_from !== undefined && year_to !== undefined)
    return chip(`${year_from}-${year_to}`, `${year_from}—${year_to} 年`)
  if (year_from !== undefined) return chip(`${year_from}-`, `${year_from} 年以后`)
  return chip(`-${year_to}`, `${year_to} 年以前`)
}

/** Returns the type of publication that a question names, by the first rule that matches; null without one. */
function typeConstraint(text: string): ConstraintSpan | null {
  for (const { pattern, type, label } of TYPE_RULES) {
    const found = pattern.exec(text)
    if (found)
      return {
        ...matchSpan(found),
        chip: { kind: 'type', value: String(type), label },
        constraint: { resource_type: [type] },
      }
  }
  return null
}

/** A word of a Latin name: `Miller`, `O'Neill` or the initial `J.` */
const NAME_PART = "(?:\\p{Lu}[\\p{L}'’-]+|\\p{Lu}\\.)"
/** A Latin name of two to four parts, with particles between them: `Ann Miller`, `J. van der Berg`. */
const LATIN_NAME = new RegExp(
  `(?<![\\p{L}-])${NAME_PART}(?:\\s(?:(?:van|von|de|der|den|la|le|di|da|bin|al)\\s){0,2}${NAME_PART}){1,3}(?![\\p{L}-])`,
  'gu',
)
/** Capitalized words that begin a question and are no names. */
const NOT_A_NAME = new RegExp(`^${anyOf('names/question-openers')}$`, 'u')
const AUTHOR_CUE = phrasePattern('names/author-cue')
/** The name of a Chinese author, recognized by the words around it. */
const CHINESE_AUTHOR = new RegExp(
  `(?:^|[\\s，、。；：]|${anyOf('names/before-author')})(\\p{Script=Han}{2,4}?)${anyOf('names/author-titles')}?(?=${anyOf('names/after-author')}|\\s?(?:19|20)\\d{2})`,
  'u',
)
/** Bounds the names that the caller looks up in the library. */
const MAX_NAMES = 6

/**
 * Returns at most `MAX_NAMES` spans that may be authors' names: Latin, bracketed, then Chinese. The caller looks them
 * up.
 */
export function findPossibleAuthors(text: string): NameSpan[] {
  if (!AUTHOR_CUE.test(text)) return []
  return [...latinNames(text), ...bracketedNames(text), ...chineseNames(text)].slice(0, MAX_NAMES)
}

/** Returns the spans of names of people in Latin letters: two capitalized words or more. */
function latinNames(text: string): NameSpan[] {
  return [...text.matchAll(LATIN_NAME)].flatMap(({ index, 0: written }) => {
    const parts = written.split(/\s/)
    const from = parts.findIndex((part) => !NOT_A_NAME.test(part))
    const name = parts.slice(Math.max(0, from)).join(' ')
    const start = index + written.length - name.length
    return name.includes(' ') ? [{ name, start, end: start + name.length }] : []
  })
}

/** Chinese names in brackets, whose span includes the brackets: 「(王国维)」. */
const bracketedNames = (text: string): NameSpan[] =>
  [...text.matchAll(/[（(](\p{Script=Han}{2,4})[)）]/gu)].map(({ index, 0: written, 1: name = '' }) => ({
    name,
    start: index,
    end: index + written.length,
  }))

/** Returns the first name that the words around it mark as that of an author. */
function chineseNames(text: string): NameSpan[] {
  const found = CHINESE_AUTHOR.exec(text)
  const name = found?.[1]
  if (!found || !name) return []
  const start = found.index + found[0].indexOf(name)
  return [{ name, start, end: start + name.length }]
}

const VENUE_WORD = `(?:\\p{Lu}[\\p{L}-]*|${anyOf('names/venue-words')})`
/** The name of a venue by the words around it: 「发表在《中国语文》上的」, "papers in Computational Linguistics". */
const VENUE = new RegExp(
  [
    `${anyOf('names/before-venue', { language: 'zh' })}\\s?《?([^《》，。？?的]{2,40}?)》?${anyOf('names/after-venue')}`,
    `《([^《》]{2,40})》${anyOf('names/after-title-of-venue')}`,
    `${anyOf('names/before-venue', { language: 'en' })}\\s(${VENUE_WORD}(?:\\s${VENUE_WORD}){0,9})`,
  ].join('|'),
  'u',
)

/** Returns a span that may be the name of a venue, or null. */
export function findPossibleVenue(text: string): NameSpan | null {
  const found = VENUE.exec(text)
  const name = found?.slice(1).find((each) => each !== undefined)
  if (!found || !name) return null
  const start = found.index + found[0].indexOf(name)
  return { name, start, end: start + name.length }
}
