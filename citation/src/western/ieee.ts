import type { CslItem, CslName } from '../csl.ts'
import { firstDay, monthName, shortMonth, yearText } from '../dates.ts'
import { editionText } from '../edition.ts'
import { isArticleNumber, isRange, pageText } from '../page-range.ts'
import { italic, joinRuns, quoted, type Run, seq, stopped } from '../runs.ts'
import { containerOf, degreeOf, isAuthorToo, type Kind, kindOf, makersOf, titleOf } from './facts.ts'
import { listed, natural } from './people.ts'

/** Up to six names; of more the first and et al. */
function names(people: CslName[]): string {
  const printed = people.map((name) => natural(name, 'initials'))
  return printed.length > 6 ? `${printed[0]} et al.` : listed(printed, 'and')
}

function makers(item: CslItem): string {
  const { names: people, edited } = makersOf(item)
  if (people.length === 0 || !edited) return names(people)
  return `${names(people)}, ${people.length > 1 ? 'Eds.' : 'Ed.'}`
}

/** `Oct. 2011`, `2011`. */
function monthText(item: CslItem): string {
  const day = firstDay(item.issued)
  return day?.month === undefined ? yearText(item.issued, '–') : `${shortMonth(day.month)} ${day.year}`
}

/** `July 16, 1990` for patents, `Mar. 8, 2017` for newspapers. */
function dayText(date: CslItem['issued'], short: boolean): string {
  const day = firstDay(date)
  if (day?.month === undefined) return yearText(date)
  const month = short ? shortMonth(day.month) : monthName(day.month)
  return day.day === undefined ? `${month} ${day.year}` : `${month} ${day.day}, ${day.year}`
}

const labelled = (label: string, value: string | undefined): string =>
  value === undefined ? '' : `${label} ${value}`

function pagesText(item: CslItem): string {
  const page = item.page ?? ''
  if (page === '') return ''
  if (isArticleNumber(page)) return `Art. no. ${page}`
  return `${isRange(page) ? 'pp.' : 'p.'} ${pageText(page, 'full')}`
}

/** `doi: 10.…`, else the address as IEEE introduces it. */
function link(item: CslItem): { doi: string; online: string } {
  if (item.DOI !== undefined) return { doi: `doi: ${item.DOI}`, online: '' }
  if (item.URL === undefined) return { doi: '', online: '' }
  const seen = item.accessed === undefined ? '' : `Accessed: ${dayText(item.accessed, true)}. `
  return { doi: '', online: `${seen}[Online]. Available: ${item.URL}` }
}

function journal(item: CslItem): Run[] {
  const name = item['container-title-short'] ?? containerOf(item)
  const parts = [labelled('vol.', item.volume), labelled('no.', item.issue), pagesText(item), monthText(item)]
  return joinRuns([italic(name), ...parts, link(item).doi], ', ')
}

/** `New York, NY, USA: Wiley, 1994, pp. 55–70` */
function imprint(item: CslItem, pages: string): Run[] {
  const body = item.publisher ?? ''
  const house = [item['publisher-place'] ?? '', isAuthorToo(item, body) ? '' : body]
    .filter(Boolean)
    .join(': ')
  return joinRuns([house, yearText(item.issued, '–'), pages, link(item).doi], ', ')
}

function editors(item: CslItem): string {
  if (!item.editor) return ''
  return `${names(item.editor)}, ${item.editor.length > 1 ? 'Eds.' : 'Ed.'}`
}

function chapter(item: CslItem): Run[] {
  const whole = joinRuns(
    [italic(containerOf(item)), labelled('vol.', item.volume), editors(item), editionText(item.edition)],
    ', ',
  )
  return joinRuns([whole.length === 0 ? [] : seq('in ', whole), imprint(item, pagesText(item))], '. ')
}

function paper(item: CslItem): Run[] {
  const name = containerOf(item) || (item['event-title'] ?? '')
  const where = item['event-place'] ?? item['publisher-place'] ?? ''
  const parts = [editors(item), where, item.publisher ?? '', monthText(item), pagesText(item), link(item).doi]
  return joinRuns([seq(name === '' ? '' : 'in ', italic(name)), ...parts], ', ')
}

const DEGREES = {
  doctor: 'Ph.D. dissertation',
  master: 'M.S. thesis',
  bachelor: 'B.S. thesis',
  none: 'thesis',
}

function thesis(item: CslItem): Run[] {
  const degree = DEGREES[degreeOf(item) ?? 'none']
  const parts = [item.publisher ?? '', item['publisher-place'] ?? '', yearText(item.issued), link(item).doi]
  return joinRuns([degree, ...parts], ', ')
}

const site = (item: CslItem): string => {
  const name = containerOf(item) || (item.publisher ?? '')
  return isAuthorToo(item, name) ? '' : name
}

const SOURCES: Partial<Record<Kind, (item: CslItem) => Run[]>> = {
  article: journal,
  newspaper: (item) =>
    joinRuns([italic(containerOf(item)), pagesText(item), dayText(item.issued, true)], ', '),
  chapter,
  conference: paper,
  thesis,
  report: (item) => {
    const number =
      item.number === undefined ? '' : /^\d/.test(item.number) ? `Rep. ${item.number}` : item.number
    const parts = [
      item.publisher ?? '',
      item['publisher-place'] ?? '',
      number,
      monthText(item),
      link(item).doi,
    ]
    return joinRuns(parts, ', ')
  },
  webpage: (item) =>
    joinRuns([site(item), item.issued === undefined ? '' : dayText(item.issued, true)], ', '),
  preprint: (item) =>
    joinRuns(
      [monthText(item), italic(item.number ?? item.publisher ?? containerOf(item)), link(item).doi],
      ', ',
    ),
  dataset: (item) =>
    joinRuns([labelled('version', item.version), site(item), monthText(item), link(item).doi], ', '),
  software: (item) =>
    joinRuns([labelled('version', item.version), site(item), monthText(item), link(item).doi], ', '),
  patent: (item) => joinRuns([labelled('Patent', item.number), dayText(item.issued, false)], ', '),
  standard: (item) => joinRuns([item.number ?? '', yearText(item.issued), link(item).doi], ', '),
}

/** A book: its title in italics and its imprint behind a full stop. */
function book(item: CslItem, people: string): Run[] {
  const own = joinRuns(
    [people, italic(titleOf(item)), labelled('vol.', item.volume), editionText(item.edition)],
    ', ',
  )
  return joinRuns([own, imprint(item, '')], '. ')
}

function entry(item: CslItem): Run[] {
  const kind = kindOf(item)
  const people = makers(item)
  const source = SOURCES[kind]
  if (!source) return book(item, people)
  if (kind === 'standard') return joinRuns([italic(titleOf(item)), source(item)], ', ')
  const rest = source(item)
  if (titleOf(item) === '') return joinRuns([people, rest], ', ')
  const head = people === '' ? '' : `${people}, `
  return rest.length === 0
    ? seq(head, quoted(titleOf(item), '.'))
    : seq(head, quoted(titleOf(item), ','), ' ', rest)
}

/**
 * One entry after the IEEE reference style, without its number.
 *
 * Source: IEEE Reference Style Guide, 2023.
 */
export function formatIeee(item: CslItem): Run[] {
  const { online } = link(item)
  const body = stopped(entry(item))
  return joinRuns([body, online], ' ')
}
