import type { CslItem, CslName } from '../csl.ts'
import { firstDay, monthName, yearText } from '../dates.ts'
import { editionText } from '../edition.ts'
import { withDemotedParticle } from '../names.ts'
import { pageRangeText } from '../page-range.ts'
import { concatRuns, italicRuns, joinRuns, quotedTitle, type StyledRun, withFullStop } from '../runs.ts'
import {
  containerTitle,
  headlineTitle,
  isSoleAuthor,
  itemLink,
  itemTitle,
  primaryCreators,
  type SourceKind,
  sourceKind,
  thesisDegree,
} from './facts.ts'
import { invertedName, invertedWithEtAl, joinNames, naturalName } from './people.ts'

interface ChicagoEntry {
  item: CslItem
  kind: SourceKind
  authorDate: boolean
}

/** Prints up to ten names; of a longer list the first seven and et al. */
function formatNames(people: CslName[]): string {
  const many = people.length > 10
  const shown = many ? people.slice(0, 7) : people
  const printed = shown.map((name, i) =>
    i === 0 ? invertedName(withDemotedParticle(name), 'full') : naturalName(name, 'full'),
  )
  const others = invertedWithEtAl(printed)
  if (others !== null) return others
  if (many) return `${printed.join(', ')}, et al.`
  // The first name is inverted, so that two names also have a comma before "and".
  return printed.length === 2 ? printed.join(', and ') : joinNames(printed, 'and')
}

function formatCreators(item: CslItem): string {
  const { names: people, edited } = primaryCreators(item)
  if (people.length === 0 || !edited) return formatNames(people)
  return `${formatNames(people)}, ${people.length > 1 ? 'eds.' : 'ed.'}`
}

const formatFullNames = (people: CslName[]): string =>
  joinNames(
    people.map((name) => naturalName(name, 'full')),
    'and',
  )

/** Returns `April 17, 2017`, `April 2017` or `2017`; without the year where the entry already starts with it. */
function dayText(date: CslItem['issued'], withYear: boolean): string {
  const day = firstDay(date)
  if (day?.month === undefined) return withYear ? yearText(date, '–') : ''
  const month = day.day === undefined ? monthName(day.month) : `${monthName(day.month)} ${day.day}`
  if (!withYear) return month
  return day.day === undefined ? `${month} ${day.year}` : `${month}, ${day.year}`
}

const STANDALONE_KINDS = new Set<SourceKind>(['book', 'report', 'standard', 'other', 'software'])

function titleRuns({ item, kind }: ChicagoEntry): StyledRun[] {
  const text = headlineTitle(item, itemTitle(item))
  return STANDALONE_KINDS.has(kind) ? italicRuns(text) : concatRuns(quotedTitle(text, '.'))
}

/** Returns volume and issue: `38 (1)` in the author-date system, `38, no. 1 (April 2017)` in the notes system. */
function issueText({ item, authorDate }: ChicagoEntry): string {
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

function journalRuns(entry: ChicagoEntry): StyledRun[] {
  const { item, authorDate } = entry
  const name = italicRuns(headlineTitle(item, containerTitle(item)))
  if (item.volume === undefined && item.issue === undefined)
    return joinRuns(
      [name, dayText(item.issued, !authorDate), pageRangeText(item.page ?? '', 'chicago')],
      ', ',
    )
  return joinRuns([concatRuns(name, issueText(entry)), pageRangeText(item.page ?? '', 'chicago')], ': ')
}

/**
 * Returns `New York: Penguin Press, 2016`; without the year in the author-date system, where the entry starts with it.
 */
function imprintText({ item, authorDate }: ChicagoEntry): string {
  const body = item.publisher ?? item.authority ?? item.archive ?? ''
  const house = [item['publisher-place'] ?? '', isSoleAuthor(item, body) ? '' : body]
    .filter(Boolean)
    .join(': ')
  const year = authorDate ? '' : yearText(item.issued, '–')
  return [house, year].filter(Boolean).join(', ')
}

function bookRuns(entry: ChicagoEntry): StyledRun[] {
  const { item } = entry
  const translated = item.translator ? `Translated by ${formatFullNames(item.translator)}` : ''
  const edited = item.author && item.editor ? `Edited by ${formatFullNames(item.editor)}` : ''
  const volume = item.volume === undefined ? '' : `Vol. ${item.volume}`
  const number = item.number ?? ''
  return joinRuns([edited, translated, editionText(item.edition), volume, number, imprintText(entry)], '. ')
}

function containerRuns(entry: ChicagoEntry): StyledRun[] {
  const { item } = entry
  const name = containerTitle(item) || (item['event-title'] ?? '')
  const edited = item.editor ? `edited by ${formatFullNames(item.editor)}` : ''
  const volume = item.volume === undefined ? '' : `vol. ${item.volume}`
  const pages = pageRangeText(item.page ?? '', 'chicago')
  const whole = joinRuns(
    [italicRuns(headlineTitle(item, name)), editionText(item.edition), volume, edited, pages],
    ', ',
  )
  return joinRuns([concatRuns(name === '' ? '' : 'In ', whole), imprintText(entry)], '. ')
}

const DEGREE_LABELS = {
  doctor: 'PhD diss.',
  master: 'Master’s thesis',
  bachelor: 'Bachelor’s thesis',
  none: 'Thesis',
}

function thesisRuns({ item, authorDate }: ChicagoEntry): StyledRun[] {
  const degree = DEGREE_LABELS[thesisDegree(item) ?? 'none']
  return joinRuns([degree, item.publisher ?? '', authorDate ? '' : yearText(item.issued)], ', ')
}

function webpageRuns({ item }: ChicagoEntry): StyledRun[] {
  const site = containerTitle(item) || (item.publisher ?? '')
  const seen = item.issued === undefined ? dayText(item.accessed, true) : ''
  const date = seen === '' ? dayText(item.issued, true) : `Accessed ${seen}`
  return joinRuns([isSoleAuthor(item, site) ? '' : site, date], '. ')
}

const SOURCE_FORMATTERS: Partial<Record<SourceKind, (entry: ChicagoEntry) => StyledRun[]>> = {
  article: journalRuns,
  newspaper: ({ item }) =>
    joinRuns([italicRuns(headlineTitle(item, containerTitle(item))), dayText(item.issued, true)], ', '),
  chapter: containerRuns,
  conference: containerRuns,
  thesis: thesisRuns,
  webpage: webpageRuns,
  preprint: ({ item, authorDate }) =>
    joinRuns(['Preprint', item.publisher ?? containerTitle(item), dayText(item.issued, !authorDate)], ', '),
  dataset: (entry) => {
    const version = entry.item.version === undefined ? '' : `Version ${entry.item.version}`
    return joinRuns([version, imprintText(entry)], '. ')
  },
  patent: ({ item }) => {
    const issued = dayText(item.issued, true)
    return joinRuns([item.number ?? '', issued === '' ? '' : `issued ${issued}`], ', ')
  },
}

/** Returns the year after the names with its letter; `n.d.` without a year. */
function entryYear(item: CslItem, suffix: string): string {
  const written = yearText(item.issued, '–')
  if (written !== '') return `${written}${suffix}`
  return suffix === '' ? 'n.d.' : `n.d.-${suffix}`
}

/**
 * Formats an entry after Chicago 17: of the reference list of the author-date system, or of the bibliography of the
 * notes system.
 *
 * Source: The Chicago Manual of Style, 17th edition, chapters 14 and 15.
 */
export function formatChicago(item: CslItem, authorDate: boolean, yearSuffix = ''): StyledRun[] {
  const entry: ChicagoEntry = { item, kind: sourceKind(item), authorDate }
  const people = formatCreators(item)
  const name = titleRuns(entry)
  const date = authorDate ? entryYear(item, yearSuffix) : ''
  const head = people === '' ? [name, date] : [people, date, name]
  const source = (SOURCE_FORMATTERS[entry.kind] ?? bookRuns)(entry)
  return withFullStop(joinRuns([...head, source, itemLink(item)], '. '))
}
