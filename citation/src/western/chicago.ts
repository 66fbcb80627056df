import type { CslItem, CslName } from '../csl.ts'
import { firstDay, monthName, yearText } from '../dates.ts'
import { editionText } from '../edition.ts'
import { withDemotedParticle } from '../names.ts'
import { pageText } from '../page-range.ts'
import { italic, joinRuns, quoted, type Run, seq, stopped } from '../runs.ts'
import {
  containerOf,
  degreeOf,
  headlineTitle,
  isAuthorToo,
  type Kind,
  kindOf,
  linkOf,
  makersOf,
  titleOf,
} from './facts.ts'
import { inverted, listed, natural, withOthers } from './people.ts'

interface Entry {
  item: CslItem
  kind: Kind
  authorDate: boolean
}

/** Up to ten names; of more the first seven and et al. */
function names(people: CslName[]): string {
  const many = people.length > 10
  const shown = many ? people.slice(0, 7) : people
  const printed = shown.map((name, i) =>
    i === 0 ? inverted(withDemotedParticle(name), 'full') : natural(name, 'full'),
  )
  const others = withOthers(printed)
  if (others !== null) return others
  if (many) return `${printed.join(', ')}, et al.`
  // The first name is inverted, so a comma stands before "and" with two names too.
  return printed.length === 2 ? printed.join(', and ') : listed(printed, 'and')
}

function makers(item: CslItem): string {
  const { names: people, edited } = makersOf(item)
  if (people.length === 0 || !edited) return names(people)
  return `${names(people)}, ${people.length > 1 ? 'eds.' : 'ed.'}`
}

const fullNames = (people: CslName[]): string =>
  listed(
    people.map((name) => natural(name, 'full')),
    'and',
  )

/** `April 17, 2017`, `April 2017`, `2017`; the year left out where it stands in front already. */
function dayText(date: CslItem['issued'], withYear: boolean): string {
  const day = firstDay(date)
  if (day?.month === undefined) return withYear ? yearText(date, '–') : ''
  const month = day.day === undefined ? monthName(day.month) : `${monthName(day.month)} ${day.day}`
  if (!withYear) return month
  return day.day === undefined ? `${month} ${day.year}` : `${month}, ${day.year}`
}

const OWN = new Set<Kind>(['book', 'report', 'standard', 'other', 'software'])

function title({ item, kind }: Entry): Run[] {
  const text = headlineTitle(item, titleOf(item))
  return OWN.has(kind) ? italic(text) : seq(quoted(text, '.'))
}

/** Author-date `38 (1)`, notes `38, no. 1 (April 2017)`. */
function issueText({ item, authorDate }: Entry): string {
  const { volume = '', issue } = item
  if (authorDate) {
    if (volume === '') return issue === undefined ? '' : `, no. ${issue}`
    return issue === undefined ? ` ${volume}` : ` ${volume} (${issue})`
  }
  const day = firstDay(item.issued)
  const date = day?.month === undefined ? yearText(item.issued, '–') : `${monthName(day.month)} ${day.year}`
  const place = volume === '' ? '' : ` ${volume}`
  const number = issue === undefined ? '' : `, no. ${issue}`
  return `${place}${number}${date === '' ? '' : ` (${date})`}`
}

function journal(entry: Entry): Run[] {
  const { item, authorDate } = entry
  const name = italic(headlineTitle(item, containerOf(item)))
  if (item.volume === undefined && item.issue === undefined)
    return joinRuns([name, dayText(item.issued, !authorDate), pageText(item.page ?? '', 'chicago')], ', ')
  return joinRuns([seq(name, issueText(entry)), pageText(item.page ?? '', 'chicago')], ': ')
}

/** `New York: Penguin Press, 2016`; the year is in front already in the author-date system. */
function imprint({ item, authorDate }: Entry): string {
  const body = item.publisher ?? item.authority ?? item.archive ?? ''
  const house = [item['publisher-place'] ?? '', isAuthorToo(item, body) ? '' : body]
    .filter(Boolean)
    .join(': ')
  const year = authorDate ? '' : yearText(item.issued, '–')
  return [house, year].filter(Boolean).join(', ')
}

function bookParts(entry: Entry): Run[] {
  const { item } = entry
  const translated = item.translator ? `Translated by ${fullNames(item.translator)}` : ''
  const edited = item.author && item.editor ? `Edited by ${fullNames(item.editor)}` : ''
  const volume = item.volume === undefined ? '' : `Vol. ${item.volume}`
  const number = item.number ?? ''
  return joinRuns([edited, translated, editionText(item.edition), volume, number, imprint(entry)], '. ')
}

function inWhole(entry: Entry): Run[] {
  const { item } = entry
  const name = containerOf(item) || (item['event-title'] ?? '')
  const edited = item.editor ? `edited by ${fullNames(item.editor)}` : ''
  const volume = item.volume === undefined ? '' : `vol. ${item.volume}`
  const pages = pageText(item.page ?? '', 'chicago')
  const whole = joinRuns(
    [italic(headlineTitle(item, name)), editionText(item.edition), volume, edited, pages],
    ', ',
  )
  return joinRuns([seq(name === '' ? '' : 'In ', whole), imprint(entry)], '. ')
}

const DEGREES = {
  doctor: 'PhD diss.',
  master: 'Master’s thesis',
  bachelor: 'Bachelor’s thesis',
  none: 'Thesis',
}

function thesis({ item, authorDate }: Entry): Run[] {
  const degree = DEGREES[degreeOf(item) ?? 'none']
  return joinRuns([degree, item.publisher ?? '', authorDate ? '' : yearText(item.issued)], ', ')
}

function webpage({ item }: Entry): Run[] {
  const site = containerOf(item) || (item.publisher ?? '')
  const seen = item.issued === undefined ? dayText(item.accessed, true) : ''
  const date = seen === '' ? dayText(item.issued, true) : `Accessed ${seen}`
  return joinRuns([isAuthorToo(item, site) ? '' : site, date], '. ')
}

const SOURCES: Partial<Record<Kind, (entry: Entry) => Run[]>> = {
  article: journal,
  newspaper: ({ item }) =>
    joinRuns([italic(headlineTitle(item, containerOf(item))), dayText(item.issued, true)], ', '),
  chapter: inWhole,
  conference: inWhole,
  thesis,
  webpage,
  preprint: ({ item, authorDate }) =>
    joinRuns(['Preprint', item.publisher ?? containerOf(item), dayText(item.issued, !authorDate)], ', '),
  dataset: (entry) => {
    const version = entry.item.version === undefined ? '' : `Version ${entry.item.version}`
    return joinRuns([version, imprint(entry)], '. ')
  },
  patent: ({ item }) => {
    const issued = dayText(item.issued, true)
    return joinRuns([item.number ?? '', issued === '' ? '' : `issued ${issued}`], ', ')
  },
}

/** The year behind the names, with its letter; `n.d.` without one. */
function year(item: CslItem, suffix: string): string {
  const written = yearText(item.issued, '–')
  if (written !== '') return `${written}${suffix}`
  return suffix === '' ? 'n.d.' : `n.d.-${suffix}`
}

/**
 * One entry after Chicago 17: of the reference list of the author-date system, or of the bibliography of the
 * notes system.
 *
 * Source: The Chicago Manual of Style, 17th edition, chapters 14 and 15.
 */
export function formatChicago(item: CslItem, authorDate: boolean, yearSuffix = ''): Run[] {
  const entry: Entry = { item, kind: kindOf(item), authorDate }
  const people = makers(item)
  const name = title(entry)
  const date = authorDate ? year(item, yearSuffix) : ''
  const head = people === '' ? [name, date] : [people, date, name]
  const source = (SOURCES[entry.kind] ?? bookParts)(entry)
  return stopped(joinRuns([...head, source, linkOf(item)], '. '))
}
