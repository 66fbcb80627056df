import type { CslItem, CslName } from '../csl.ts'
import { firstDay, shortMonth, yearText } from '../dates.ts'
import { editionText } from '../edition.ts'
import { isOthers } from '../names.ts'
import { isRange, pageText } from '../page-range.ts'
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
import { inverted, listed, natural } from './people.ts'

/** `Smith, John`; `Smith, John, and Ann Weiss`; `Smith, John, et al.` */
function names(people: CslName[]): string {
  const [first, second] = people
  if (!first) return ''
  const lead = inverted(first, 'full')
  if (!second) return lead
  return people.length === 2 && !isOthers(second)
    ? `${lead}, and ${natural(second, 'full')}`
    : `${lead}, et al.`
}

function makers(item: CslItem): string {
  const { names: people, edited } = makersOf(item)
  if (people.length === 0 || !edited) return names(people)
  return `${names(people)}, ${people.length > 1 ? 'editors' : 'editor'}`
}

function contributors(verb: string, people: CslName[] | undefined): string {
  if (!people || people.length === 0) return ''
  const printed = people.map((name) => natural(name, 'full'))
  return `${verb} ${printed.length > 2 ? `${printed[0]} et al.` : listed(printed, 'and')}`
}

/** `8 Mar. 2017`, `Mar. 2017`, `2017`; journals print no day. */
function dateText(item: CslItem, kind: Kind): string {
  const day = firstDay(item.issued)
  if (day?.month === undefined || ['book', 'chapter', 'thesis', 'standard'].includes(kind))
    return yearText(item.issued, '–')
  const dated = kind !== 'article' && day.day !== undefined
  return [dated ? String(day.day) : '', shortMonth(day.month), String(day.year)].filter(Boolean).join(' ')
}

function pagesText(item: CslItem): string {
  if (item.page === undefined) return ''
  return `${isRange(item.page) ? 'pp.' : 'p.'} ${pageText(item.page, 'two-digits')}`
}

const labelled = (label: string, value: string | undefined): string =>
  value === undefined ? '' : `${label} ${value}`

const OWN = new Set<Kind>(['book', 'thesis', 'report', 'dataset', 'software', 'patent', 'standard', 'other'])

/** Works of their own in italics, parts of a whole in quotation marks. */
function title(item: CslItem, kind: Kind): Run[] {
  const text = headlineTitle(item, titleOf(item))
  return OWN.has(kind) ? italic(text) : seq(quoted(text, '.'))
}

function wholeTitle(item: CslItem, kind: Kind): Run[] {
  if (OWN.has(kind)) return []
  const site = kind === 'preprint' || kind === 'webpage' ? item.publisher : undefined
  const name = containerOf(item) || (site ?? item['event-title'] ?? '')
  return italic(headlineTitle(item, name))
}

function publisher(item: CslItem, kind: Kind): string {
  const whole = containerOf(item)
  if (kind === 'article' || kind === 'newspaper' || kind === 'preprint') return ''
  if (kind === 'webpage' && whole === '') return ''
  const body = item.publisher ?? item.authority ?? ''
  return body === whole || isAuthorToo(item, body) ? '' : body
}

/** Everything behind the title that MLA calls the container, parted by commas. */
function container(item: CslItem, kind: Kind): Run[] {
  const own = OWN.has(kind)
  const translated = contributors(own ? 'Translated by' : 'translated by', item.translator)
  const edited =
    item.author === undefined && own ? '' : contributors(own ? 'Edited by' : 'edited by', item.editor)
  const volume = labelled('vol.', item.volume)
  return joinRuns(
    [
      wholeTitle(item, kind),
      translated,
      edited,
      editionText(item.edition),
      labelled(own ? 'Version' : 'version', item.version),
      volume,
      labelled('no.', item.issue),
      own ? (item.number ?? '') : '',
      publisher(item, kind),
      dateText(item, kind),
      pagesText(item),
      linkOf(item),
    ],
    ', ',
  )
}

const DEGREES = { doctor: 'PhD dissertation', master: 'Master’s thesis', bachelor: 'Bachelor’s thesis' }

function thesis(item: CslItem): Run[] {
  const degree = degreeOf(item)
  const school = joinRuns([item.publisher ?? '', degree ? DEGREES[degree] : 'Thesis', linkOf(item)], ', ')
  return joinRuns([yearText(item.issued), school], '. ')
}

/** The day of reading, for sources without a date. */
function accessed(item: CslItem, kind: Kind): string {
  const day = firstDay(item.accessed)
  if (kind !== 'webpage' || item.issued !== undefined || day?.day === undefined) return ''
  return `Accessed ${day.day} ${shortMonth(day.month)} ${day.year}`
}

/**
 * One entry of a list of works cited after MLA 9.
 *
 * Source: MLA Handbook, 9th edition, chapter 5.
 */
export function formatMla(item: CslItem): Run[] {
  const kind = kindOf(item)
  const body = kind === 'thesis' ? thesis(item) : container(item, kind)
  const runs = joinRuns([makers(item), title(item, kind), body], '. ')
  return stopped(joinRuns([runs, accessed(item, kind)], '. '))
}
