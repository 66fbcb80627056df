import type { CslItem, CslName } from '../csl.ts'
import { firstDay, monthName, yearText } from '../dates.ts'
import { editionText } from '../edition.ts'
import { plainText } from '../markup.ts'
import { isOthers } from '../names.ts'
import { pageText } from '../page-range.ts'
import { joinRuns, type Run, seq, stopped } from '../runs.ts'
import { containerOf, degreeOf, isAuthorToo, type Kind, kindOf, makersOf, titleOf } from './facts.ts'
import { compact } from './people.ts'

/** Up to six names; of more the first six and et al. */
function names(people: CslName[]): string {
  const printed = people.slice(0, 6).map((name) => (isOthers(name) ? 'et al' : compact(name)))
  if (people.length > 6) printed.push('et al')
  return printed.join(', ')
}

function makers(item: CslItem, kind: Kind): string {
  const { names: people, edited } = makersOf(item)
  const printed = names(people)
  if (printed === '') return ''
  if (kind === 'patent') return `${printed}, ${people.length > 1 ? 'inventors' : 'inventor'}`
  return edited ? `${printed}, ${people.length > 1 ? 'editors' : 'editor'}` : printed
}

/** `2002 Jul 25`, `2002 Feb`, `2002`. */
function dateText(date: CslItem['issued']): string {
  const day = firstDay(date)
  if (day?.month === undefined) return yearText(date, '-')
  const month = `${day.year} ${monthName(day.month).slice(0, 3)}`
  return day.day === undefined ? month : `${month} ${day.day}`
}

const pages = (item: CslItem): string => pageText(item.page ?? '', 'minimal', '-')

/** Journal in its short form where it is known: `N Engl J Med. 2002 Jul 25;347(4):284-7`. */
function journal(item: CslItem): string {
  const name = plainText(item['container-title-short']?.replaceAll('.', '') ?? containerOf(item))
  const issue = item.issue === undefined ? '' : `(${item.issue})`
  const place = `${item.volume ?? ''}${issue}`
  const where = [dateText(item.issued), place].filter(Boolean).join(';')
  const paged = [where, pages(item)].filter(Boolean).join(':')
  return [name, paged].filter(Boolean).join('. ')
}

/** `Sect. A:2` for A2. */
function newspaper(item: CslItem): string {
  const sect = item.page?.match(/^([A-Z])(\d+)$/)
  const day = dateText(item.issued)
  const placed = sect ? `${day};Sect. ${sect[1]}:${sect[2]}` : [day, pages(item)].filter(Boolean).join(':')
  return [containerOf(item), placed].filter(Boolean).join('. ')
}

/** `New York: McGraw-Hill; 2002` */
function imprint(item: CslItem, date: string): string {
  const site = kindOf(item) === 'webpage' ? item['container-title'] : undefined
  const body = item.publisher ?? item.authority ?? item.archive ?? site ?? ''
  const house = [item['publisher-place'] ?? '', isAuthorToo(item, body) ? '' : body]
    .filter(Boolean)
    .join(': ')
  // The day of the visit alone follows without a mark.
  return [house, date].filter(Boolean).join(date.startsWith('[') ? ' ' : '; ')
}

function inWhole(item: CslItem): Run[] {
  const people = item.editor ?? []
  const editors = people.length === 0 ? '' : `${names(people)}, ${people.length > 1 ? 'editors' : 'editor'}`
  const volume = item.volume === undefined ? '' : `Vol. ${item.volume}`
  const whole = joinRuns(
    [
      editors,
      containerOf(item) || (item['event-title'] ?? ''),
      editionText(item.edition),
      volume,
      imprint(item, yearText(item.issued)),
    ],
    '. ',
  )
  return joinRuns(
    [whole.length === 0 ? [] : seq('In: ', whole), item.page === undefined ? '' : `p. ${pages(item)}`],
    '. ',
  )
}

const cited = (item: CslItem): string =>
  item.accessed === undefined ? '' : ` [cited ${dateText(item.accessed)}]`

const DEGREES = {
  doctor: 'dissertation',
  master: 'master’s thesis',
  bachelor: 'bachelor’s thesis',
  none: 'thesis',
}

/** What stands in square brackets behind a title. */
function medium(item: CslItem, kind: Kind): string {
  if (kind === 'thesis') return ` [${DEGREES[degreeOf(item) ?? 'none']}]`
  const marks: Partial<Record<Kind, string>> = {
    webpage: 'Internet',
    dataset: 'dataset',
    software: 'software',
  }
  const mark = marks[kind]
  return mark === undefined ? '' : ` [${mark}]`
}

function book(item: CslItem, kind: Kind): Run[] {
  const volume = item.volume === undefined ? '' : `Vol. ${item.volume}`
  const translators = item.translator ? `${names(item.translator)}, translators` : ''
  const report = kind === 'report' && item.number !== undefined ? `Report No.: ${item.number}` : ''
  const number = kind === 'standard' ? (item.number ?? '') : ''
  const version = item.version === undefined ? '' : `Version ${item.version}`
  const date = kind === 'book' ? yearText(item.issued) : dateText(item.issued)
  const online = kind === 'webpage' || kind === 'dataset' ? cited(item) : ''
  const house = imprint(item, `${date}${online}`.trim())
  return joinRuns([number, translators, editionText(item.edition), volume, version, house, report], '. ')
}

function preprint(item: CslItem): Run[] {
  const server = [item.publisher ?? containerOf(item), item.number ?? ''].filter(Boolean).join(' ')
  return joinRuns([`${server} [Preprint]`.trim(), `${dateText(item.issued)}${cited(item)}`], '. ')
}

function source(item: CslItem, kind: Kind): Run[] {
  if (kind === 'article') return seq(journal(item))
  if (kind === 'newspaper') return seq(newspaper(item))
  if (kind === 'chapter' || kind === 'conference') return inWhole(item)
  if (kind === 'preprint') return preprint(item)
  if (kind === 'patent') return joinRuns([item.number ?? '', dateText(item.issued)], '. ')
  return book(item, kind)
}

/** ` doi: 10.…`, else where to read it. */
function link(item: CslItem): string {
  if (item.DOI !== undefined) return `doi: ${item.DOI}`
  return item.URL === undefined ? '' : `Available from: ${item.URL}`
}

/**
 * One entry after Vancouver as the National Library of Medicine writes it, without its number.
 *
 * Source: Citing Medicine, 2nd edition; ICMJE sample references.
 */
export function formatVancouver(item: CslItem): Run[] {
  const kind = kindOf(item)
  const title = `${titleOf(item)}${medium(item, kind)}`
  const entry = joinRuns([makers(item, kind), title, source(item, kind), link(item)], '. ')
  // An address is left open, so that its last letter is plain.
  return item.DOI === undefined && item.URL !== undefined ? entry : stopped(entry)
}
