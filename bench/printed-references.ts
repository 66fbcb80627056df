// References that the product prints of the works of its starter library, with the fields that stand in them: they teach
// the model the styles of GB/T 7714 and others over works that no collection of labelled references has.
import { readdirSync, readFileSync } from 'node:fs'
import { formatReference, runsText, type StyleId, toCsl } from '../citation/src/index.ts'
import { blankWork, type Work, work as workShape } from '../contract/src/index.ts'
import type { Random } from './random.ts'
import type { GoldReference } from './reference-gold.ts'

const STYLES: StyleId[] = [
  'gb-2015-numeric',
  'gb-2015-author-date',
  'gb-2025-numeric',
  'gb-2025-author-date',
  'apa-7',
  'chicago-17-author-date',
  'chicago-17-notes',
  'mla-9',
  'vancouver',
  'ieee',
]
/** The year between names and title: ` (2019). `, `, 2019b. “`. */
const YEAR_BEFORE_TITLE = /[\s,，.(（]*(?:1[0-9]|20)\d\d[a-z]?[)）]?[\s.,，:：“"]*$/u

/** What else may stand between names and title: the number of a standard, and the role of the owner of a patent. */
const NUMBER_BEFORE_TITLE = /[A-Z/ ]{2,8} [\d.]+[-—:]\d{4}[\s.,，　]*$|,? inventors?\. $/u

/** Returns pages as an entry prints them: some styles shorten the last one. */
function printedPages(entry: string, pages: string | null): string | null {
  const [first = ''] = /^[a-z]?\d+/i.exec(pages ?? '') ?? []
  const range = first && new RegExp(`(?<![a-z\\d])${first}[-–—~]\\d+`, 'i').exec(entry)?.[0]
  return range || pages
}

const STARTER = new URL('../config/starter/', import.meta.url)

/** Reads the works of the starter library. */
export const readStarterWorks = (): Work[] =>
  readdirSync(STARTER)
    .toSorted()
    .flatMap((name) => readFileSync(new URL(name, STARTER), 'utf8').trim().split('\n'))
    .map((line) => {
      const record = JSON.parse(line)
      return workShape.parse({ ...blankWork(record.title, record.resource_type), ...record })
    })

/** Returns the names before the title of an entry, empty when there are none; null when they cannot be told. */
function namesBefore(entry: string, { title, creators: [first] }: Work): string | null {
  const [mainTitle = ''] = title.toLowerCase().split(':')
  const name = (first?.family ?? first?.name ?? '').toLowerCase()
  const at = entry.toLowerCase().indexOf(mainTitle)
  // The name of a body may contain the title of its work.
  if (at < 0 || (name !== '' && name.includes(mainTitle))) return null
  const before = entry.slice(0, at).replace(NUMBER_BEFORE_TITLE, '').replace(YEAR_BEFORE_TITLE, '')
  if (!/\p{L}/u.test(before)) return ''
  return name !== '' && before.toLowerCase().includes(name) ? before : null
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
/** One reference in so many prints the month, which the records of the starter library do not have. */
const REFERENCES_PER_MONTH = 6

/** Prints a month behind the number of the issue, or before the year, as Chicago, MLA and IEEE do. */
function withMonth(random: Random, text: string): string {
  if (!random.once(REFERENCES_PER_MONTH)) return text
  const month = random.pick(MONTHS)
  const day = random.once(3) ? ` ${1 + random.below(28)}` : ''
  return text
    .replace(/(?<=\(\d{1,3}\))(?=: \d)/, ` (${month}${day})`)
    .replace(/(?<=\d), (?=(?:1[89]|20)\d\d[,.])/, `, ${month.slice(0, 3)}. `)
}

/** Returns the number before an entry, `[12] `, or '' for most. */
function drawNumber(random: Random): string {
  const number = 1 + random.below(99)
  return random.once(3) ? random.pick([`[${number}] `, `[${number}] `, `${number}. `, `(${number}) `]) : ''
}

/** Returns a printed work with its fields; null when its title is not printed as it stands in the record. */
function printReference(random: Random, work: Work, style: StyleId, index: number): GoldReference | null {
  const printed = withMonth(random, runsText(formatReference(style, toCsl(work))))
  const number = drawNumber(random)
  const author = namesBefore(printed, work)
  if (author === null) return null
  const isArticle = work.basic_sourcename !== null
  const fields = {
    number: number.replace(/\D/g, ''),
    author,
    title: work.title,
    container: work.basic_sourcename,
    date: work.publish_date?.slice(0, 4),
    volume: work.basic_source_vo,
    issue: work.basic_source_no,
    pages: printedPages(printed, work.basic_page),
    publisher: isArticle ? null : work.publisher,
    location: isArticle ? null : work.place,
    doi: printed.includes('doi.org') ? null : work.doi,
    url: /https?:\/\/\S+/.exec(printed)?.[0],
  }
  return {
    id: `printed:${index}:${style}`,
    text: number + printed,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ),
    unscored: [],
    lang: work.language ?? '',
    source: 'printed',
  }
}

/** Fields that records and references often lack. */
const OPTIONAL_FIELDS = [
  'publish_date',
  'basic_source_vo',
  'basic_source_no',
  'basic_page',
  'publisher',
  'place',
  'doi',
] as const
/** One work in so many is printed without one of its fields. */
const WORKS_PER_GAP = 5
const STYLES_PER_WORK = 2

/** Returns a work, sometimes without one of its optional fields. */
const withGap = (random: Random, work: Work): Work =>
  random.once(WORKS_PER_GAP) ? { ...work, [random.pick([...OPTIONAL_FIELDS])]: null } : work

/** Returns references of works in styles that random numbers choose for each. */
export const printWorks = (random: Random, works: readonly Work[]): GoldReference[] =>
  works.flatMap((work, at) =>
    Array.from({ length: STYLES_PER_WORK }, (_, copy) =>
      printReference(random, withGap(random, work), random.pick(STYLES), at * STYLES_PER_WORK + copy),
    ).filter((each) => each !== null),
  )
