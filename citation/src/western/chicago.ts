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

/** The list of references of the author-date system, or the bibliography of the notes system. */
type ChicagoSystem = 'author-date' | 'notes'

/** An item with what determines how Chicago prints it. */
interface ChicagoEntry {
  item: CslItem
  kind: SourceKind
  system: ChicagoSystem
}

/** What follows the title, by the kind of source; all others are printed as books. */
const SOURCE_FORMATTERS: Partial<Record<SourceKind, (entry: ChicagoEntry) => StyledRun[]>> = {
  article: journalRuns,
  newspaper: ({ item }) =>
    joinRuns([italicRuns(headlineTitle(item, containerTitle(item))), dayText(item.issued)], ', '),
  chapter: containerRuns,
  conference: containerRuns,
  thesis: thesisRuns,
  webpage: webpageRuns,
  preprint: (entry) =>
    joinRuns(['Preprint', entry.item.publisher ?? containerTitle(entry.item), issuedText(entry)], ', '),
  dataset: (entry) => {
    const version = entry.item.version === undefined ? '' : `Version ${entry.item.version}`
    return joinRuns([version, imprintText(entry)], '. ')
  },
  patent: ({ item }) => {
    const issued = dayText(item.issued)
    return joinRuns([item.number ?? '', issued === '' ? '' : `issued ${issued}`], ', ')
  },
}

/**
 * Formats an entry after Chicago 17: of the reference list of the author-date system, or of the bibliography of the
 * notes system.
 *
 * Source: The Chicago Manual of Style, 17th edition, chapters 14 and 15.
 *
 * @param yearSuffix the letter that distinguishes entries of the same authors and year (`a`); only in author-date.
 * @returns the entry with its full stop; parts that the item lacks are left out.
 */
export function formatChicago(item: CslItem, system: ChicagoSystem, yearSuffix = ''): StyledRun[] {
  const entry: ChicagoEntry = { item, kind: sourceKind(item), system }
  const people = formatCreators(item)
  const title = titleRuns(entry)
  const date = system === 'author-date' ? entryYear(item, yearSuffix) : ''
  const head = people === '' ? [title, date] : [people, date, title]
  const source = (SOURCE_FORMATTERS[entry.kind] ?? bookRuns)(entry)
  return withFullStop(joinRuns([...head, source, itemLink(item)], '. '))
}

/** Prints journal, volume, issue and pages; without volume and issue, as for magazines, the date instead. */
function journalRuns(entry: ChicagoEntry): StyledRun[] {
  const { item } = entry
  const name = italicRuns(headlineTitle(item, containerTitle(item)))
  if (item.volume === undefined && item.issue === undefined)
    return joinRuns([name, issuedText(entry), pageRangeText(item.page ?? '', 'chicago')], ', ')
  return joinRuns([concatRuns(name, issueText(entry)), pageRangeText(item.page ?? '', 'chicago')], ': ')
}

/** Returns the date of issue, in the author-date system without the year, with which the entry starts. */
const issuedText = ({ item, system }: ChicagoEntry): string =>
  system === 'author-date' ? monthAndDay(item.issued) : dayText(item.issued)

/** Returns `April 17`, `April` or "". */
function monthAndDay(date: CslItem['issued']): string {
  const { month, day } = firstDay(date) ?? {}
  return day === undefined ? monthName(month) : `${monthName(month)} ${day}`
}

/** Returns `April 17, 2017`, `April 2017` or `2017`. */
function dayText(date: CslItem['issued']): string {
  const first = firstDay(date)
  if (first?.month === undefined) return yearText(date, '–')
  const separator = first.day === undefined ? ' ' : ', '
  return `${monthAndDay(date)}${separator}${first.year}`
}

/** Returns volume and issue: `38 (1)` in the author-date system, `38, no. 1 (April 2017)` in the notes system. */
function issueText({ item, system }: ChicagoEntry): string {
  const { volume = '', issue } = item
  if (system === 'author-date') {
    if (volume === '') return issue === undefined ? '' : `, no. ${issue}`
    return issue === undefined ? ` ${volume}` : ` ${volume} (${issue})`
  }
  const day = firstDay(item.issued)
  const date = day?.month === undefined ? yearText(item.issued, '–') : `${monthName(day.month)} ${day.year}`
  const volumeText = volume === '' ? '' : ` ${volume}`
  const number = issue === undefined ? '' : `, no. ${issue}`
  return `${volumeText}${number}${date === '' ? '' : ` (${date})`}`
}

/** Prints the book or proceedings of a part: `In *Title*, edited by A. Ness, 1–9. Oslo: Publisher, 2020`. */
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

/** Prints names in natural order: `Anne Burdick and Todd Presner`. */
const formatFullNames = (people: CslName[]): string =>
  joinNames(
    people.map((name) => naturalName(name, 'full')),
    'and',
  )

/**
 * Returns `New York: Penguin Press, 2016`; without the year in the author-date system, where the entry starts with it.
 */
function imprintText({ item, system }: ChicagoEntry): string {
  const body = item.publisher ?? item.authority ?? item.archive ?? ''
  const placeAndPublisher = [item['publisher-place'] ?? '', isSoleAuthor(item, body) ? '' : body]
    .filter(Boolean)
    .join(': ')
  const year = system === 'author-date' ? '' : yearText(item.issued, '–')
  return [placeAndPublisher, year].filter(Boolean).join(', ')
}

const DEGREE_LABELS = {
  doctor: 'PhD diss.',
  master: 'Master’s thesis',
  bachelor: 'Bachelor’s thesis',
  unknown: 'Thesis',
}

/** Prints degree, university and year: `PhD diss., University of Chicago, 2013`; no year in the author-date system. */
function thesisRuns({ item, system }: ChicagoEntry): StyledRun[] {
  const degree = DEGREE_LABELS[thesisDegree(item) ?? 'unknown']
  return joinRuns([degree, item.publisher ?? '', system === 'author-date' ? '' : yearText(item.issued)], ', ')
}

/** Prints the site and the date of the page, or the date of access where the page has none. */
function webpageRuns({ item }: ChicagoEntry): StyledRun[] {
  const site = containerTitle(item) || (item.publisher ?? '')
  const accessed = item.issued === undefined ? dayText(item.accessed) : ''
  const date = accessed === '' ? dayText(item.issued) : `Accessed ${accessed}`
  return joinRuns([isSoleAuthor(item, site) ? '' : site, date], '. ')
}

/** Prints authors, or editors with their role; '' when there are none. */
function formatCreators(item: CslItem): string {
  const { names: people, areEditors } = primaryCreators(item)
  if (people.length === 0 || !areEditors) return formatNames(people)
  return `${formatNames(people)}, ${people.length > 1 ? 'eds.' : 'ed.'}`
}

/** Longest list of authors that is printed in full. */
const MAX_NAMES = 10
/** Names of a longer list that are printed before et al. */
const NAMES_BEFORE_ET_AL = 7

/** Prints up to ten names; of a longer list the first seven and et al. */
function formatNames(people: CslName[]): string {
  const isShortened = people.length > MAX_NAMES
  const named = isShortened ? people.slice(0, NAMES_BEFORE_ET_AL) : people
  const printed = named.map((name, i) =>
    i === 0 ? invertedName(withDemotedParticle(name), 'full') : naturalName(name, 'full'),
  )
  const incomplete = invertedWithEtAl(printed)
  if (incomplete !== null) return incomplete
  if (isShortened) return `${printed.join(', ')}, et al.`
  // The first name is inverted, so that two names also have a comma before "and".
  return printed.length === 2 ? printed.join(', and ') : joinNames(printed, 'and')
}

/** Kinds whose title is in italics, as that of an independent work. */
const STANDALONE_KINDS = new Set<SourceKind>(['book', 'report', 'standard', 'other', 'software'])

/** Prints the title, in italics or in quotation marks. */
function titleRuns({ item, kind }: ChicagoEntry): StyledRun[] {
  const text = headlineTitle(item, itemTitle(item))
  return STANDALONE_KINDS.has(kind) ? italicRuns(text) : concatRuns(quotedTitle(text, '.'))
}

/** Returns the year after the names with its letter; `n.d.` without a year. */
function entryYear(item: CslItem, suffix: string): string {
  const year = yearText(item.issued, '–')
  if (year !== '') return `${year}${suffix}`
  return suffix === '' ? 'n.d.' : `n.d.-${suffix}`
}

/** Prints editors, translators, edition, volume, number and imprint. */
function bookRuns(entry: ChicagoEntry): StyledRun[] {
  const { item } = entry
  const translated = item.translator ? `Translated by ${formatFullNames(item.translator)}` : ''
  const edited = item.author && item.editor ? `Edited by ${formatFullNames(item.editor)}` : ''
  const volume = item.volume === undefined ? '' : `Vol. ${item.volume}`
  const number = item.number ?? ''
  return joinRuns([edited, translated, editionText(item.edition), volume, number, imprintText(entry)], '. ')
}
