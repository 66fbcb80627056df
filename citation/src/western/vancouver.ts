import type { CslItem, CslName } from '../csl.ts'
import { firstDay, monthName, yearText } from '../dates.ts'
import { editionText } from '../edition.ts'
import { stripMarkup } from '../markup.ts'
import { isOthersName } from '../names.ts'
import { pageRangeText } from '../page-range.ts'
import { concatRuns, joinRuns, type StyledRun, withFullStop } from '../runs.ts'
import {
  containerTitle,
  isSoleAuthor,
  itemTitle,
  primaryCreators,
  type SourceKind,
  sourceKind,
  thesisDegree,
} from './facts.ts'
import { compactName } from './people.ts'

/**
 * Formats an entry after Vancouver as the National Library of Medicine writes it, without its number. The runs have no
 * typography; the entry ends in a full stop unless it ends in an address.
 *
 * Source: Citing Medicine, 2nd edition; ICMJE sample references.
 */
export function formatVancouver(item: CslItem): StyledRun[] {
  const kind = sourceKind(item)
  const title = `${itemTitle(item)}${mediumLabel(item, kind)}`
  const entry = joinRuns([formatCreators(item, kind), title, sourceRuns(item, kind), linkText(item)], '. ')
  // An address has no full stop after it, so that its end is unambiguous.
  return item.DOI === undefined && item.URL !== undefined ? entry : withFullStop(entry)
}

const DEGREE_LABELS = {
  doctor: 'dissertation',
  master: 'master’s thesis',
  bachelor: 'bachelor’s thesis',
  unknown: 'thesis',
}

/** Returns the label in square brackets after a title, with a space before it; '' for kinds without one. */
function mediumLabel(item: CslItem, kind: SourceKind): string {
  if (kind === 'thesis') return ` [${DEGREE_LABELS[thesisDegree(item) ?? 'unknown']}]`
  const labels: Partial<Record<SourceKind, string>> = {
    webpage: 'Internet',
    dataset: 'dataset',
    software: 'software',
  }
  const label = labels[kind]
  return label === undefined ? '' : ` [${label}]`
}

/** Returns authors, inventors or editors with their role; '' when there are none. */
function formatCreators(item: CslItem, kind: SourceKind): string {
  const { names: people, areEditors } = primaryCreators(item)
  const printed = formatNames(people)
  if (printed === '') return ''
  if (kind === 'patent') return `${printed}, ${people.length > 1 ? 'inventors' : 'inventor'}`
  return areEditors ? `${printed}, ${people.length > 1 ? 'editors' : 'editor'}` : printed
}

/** Number of names that are printed before et al. */
const MAX_NAMES = 6

/** Returns up to six names; of a longer list the first six and et al. */
function formatNames(people: CslName[]): string {
  const printed = people.slice(0, MAX_NAMES).map((name) => (isOthersName(name) ? 'et al' : compactName(name)))
  if (people.length > MAX_NAMES) printed.push('et al')
  return printed.join(', ')
}

/** Returns what follows names and title, up to the link. */
function sourceRuns(item: CslItem, kind: SourceKind): StyledRun[] {
  if (kind === 'article') return concatRuns(journalText(item))
  if (kind === 'newspaper') return concatRuns(newspaperText(item))
  if (kind === 'chapter' || kind === 'conference') return containerRuns(item)
  if (kind === 'preprint') return preprintRuns(item)
  if (kind === 'patent') return joinRuns([item.number ?? '', dateText(item.issued)], '. ')
  return bookRuns(item, kind)
}

/**
 * Returns the source of a journal article, with the journal's short title where it is known:
 * `N Engl J Med. 2002 Jul 25;347(4):284-7`.
 */
function journalText(item: CslItem): string {
  const name = stripMarkup(item['container-title-short']?.replaceAll('.', '') ?? containerTitle(item))
  const issue = item.issue === undefined ? '' : `(${item.issue})`
  const volumeAndIssue = `${item.volume ?? ''}${issue}`
  const dated = [dateText(item.issued), volumeAndIssue].filter(Boolean).join(';')
  const paged = [dated, pagesText(item)].filter(Boolean).join(':')
  return [name, paged].filter(Boolean).join('. ')
}

/** Returns `2002 Jul 25`, `2002 Feb`, `2002` or, for several years, `2002-2004`. */
function dateText(date: CslItem['issued']): string {
  const first = firstDay(date)
  if (first?.month === undefined) return yearText(date, '-')
  const month = `${first.year} ${monthName(first.month).slice(0, 3)}`
  return first.day === undefined ? month : `${month} ${first.day}`
}

/** Returns the pages, of a second number only the digits that change: `284-7` for 284–287. */
const pagesText = (item: CslItem): string => pageRangeText(item.page ?? '', 'minimal', '-')

/** Returns the source of a newspaper article; page A2 becomes `Sect. A:2`. */
function newspaperText(item: CslItem): string {
  const sectionPage = item.page?.match(/^([A-Z])(\d+)$/)
  const day = dateText(item.issued)
  const placed = sectionPage
    ? `${day};Sect. ${sectionPage[1]}:${sectionPage[2]}`
    : [day, pagesText(item)].filter(Boolean).join(':')
  return [containerTitle(item), placed].filter(Boolean).join('. ')
}

/**
 * Returns the book of a chapter or the proceedings of a paper, with the pages:
 * `In: Smith J, editor. Book. …; 2002. p. 5-9`.
 */
function containerRuns(item: CslItem): StyledRun[] {
  const people = item.editor ?? []
  const editors =
    people.length === 0 ? '' : `${formatNames(people)}, ${people.length > 1 ? 'editors' : 'editor'}`
  const volume = item.volume === undefined ? '' : `Vol. ${item.volume}`
  const whole = joinRuns(
    [
      editors,
      containerTitle(item) || (item['event-title'] ?? ''),
      editionText(item.edition),
      volume,
      imprintText(item, yearText(item.issued)),
    ],
    '. ',
  )
  return joinRuns(
    [
      whole.length === 0 ? [] : concatRuns('In: ', whole),
      item.page === undefined ? '' : `p. ${pagesText(item)}`,
    ],
    '. ',
  )
}

/** Returns `New York: McGraw-Hill; 2002`; the publisher is left out where it is the author. */
function imprintText(item: CslItem, date: string): string {
  const site = sourceKind(item) === 'webpage' ? item['container-title'] : undefined
  const body = item.publisher ?? item.authority ?? item.archive ?? site ?? ''
  const placeAndPublisher = [item['publisher-place'] ?? '', isSoleAuthor(item, body) ? '' : body]
    .filter(Boolean)
    .join(': ')
  // A date that consists only of the visit follows without a semicolon.
  return [placeAndPublisher, date].filter(Boolean).join(date.startsWith('[') ? ' ' : '; ')
}

/** Returns server and date of a preprint: `bioRxiv 2020.01.01 [Preprint]. 2020 Jan 5`. */
function preprintRuns(item: CslItem): StyledRun[] {
  const server = [item.publisher ?? containerTitle(item), item.number ?? ''].filter(Boolean).join(' ')
  return joinRuns([`${server} [Preprint]`.trim(), `${dateText(item.issued)}${citedDate(item)}`], '. ')
}

/** Returns the date of the visit, ` [cited 2002 Aug 12]`; '' where it is not known. */
const citedDate = (item: CslItem): string =>
  item.accessed === undefined ? '' : ` [cited ${dateText(item.accessed)}]`

/** Returns what follows the title of a book or of any source without a container. */
function bookRuns(item: CslItem, kind: SourceKind): StyledRun[] {
  const volume = item.volume === undefined ? '' : `Vol. ${item.volume}`
  const translators = item.translator ? `${formatNames(item.translator)}, translators` : ''
  const report = kind === 'report' && item.number !== undefined ? `Report No.: ${item.number}` : ''
  const number = kind === 'standard' ? (item.number ?? '') : ''
  const version = item.version === undefined ? '' : `Version ${item.version}`
  const date = kind === 'book' ? yearText(item.issued) : dateText(item.issued)
  const online = kind === 'webpage' || kind === 'dataset' ? citedDate(item) : ''
  const imprint = imprintText(item, `${date}${online}`.trim())
  return joinRuns([number, translators, editionText(item.edition), volume, version, imprint, report], '. ')
}

/** Returns `doi: 10.…`, else the address with its introduction. */
function linkText(item: CslItem): string {
  if (item.DOI !== undefined) return `doi: ${item.DOI}`
  return item.URL === undefined ? '' : `Available from: ${item.URL}`
}
