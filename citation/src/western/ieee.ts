import type { CslItem, CslName } from '../csl.ts'
import { firstDay, monthName, shortMonth, yearText } from '../dates.ts'
import { editionText } from '../edition.ts'
import { isArticleNumber, isPageRange, pageRangeText } from '../page-range.ts'
import { concatRuns, italicRuns, joinRuns, quotedTitle, type StyledRun, withFullStop } from '../runs.ts'
import {
  containerTitle,
  isSoleAuthor,
  itemTitle,
  primaryCreators,
  type SourceKind,
  sourceKind,
  thesisDegree,
} from './facts.ts'
import { joinNames, naturalName } from './people.ts'

/**
 * Formats an entry after the IEEE reference style, without its number. The entry ends in a full stop, or in the address
 * of a source without a DOI.
 *
 * Source: IEEE Reference Style Guide, 2023.
 */
export function formatIeee(item: CslItem): StyledRun[] {
  const { online } = linkParts(item)
  const body = withFullStop(entryRuns(item))
  return joinRuns([body, online], ' ')
}

/**
 * Returns `doi: 10.…`, which is part of the entry, else the address with its introduction, which follows the entry; one
 * of the two is always ''.
 */
function linkParts(item: CslItem): { doi: string; online: string } {
  if (item.DOI !== undefined) return { doi: `doi: ${item.DOI}`, online: '' }
  if (item.URL === undefined) return { doi: '', online: '' }
  const accessed = item.accessed === undefined ? '' : `Accessed: ${dayText(item.accessed, shortMonth)}. `
  return { doi: '', online: `${accessed}[Online]. Available: ${item.URL}` }
}

/** Returns a date with the given form of its month: `July 16, 1990`, `Mar. 8, 2017`. */
function dayText(date: CslItem['issued'], monthText: (month: number) => string): string {
  const first = firstDay(date)
  if (first?.month === undefined) return yearText(date)
  const month = monthText(first.month)
  return first.day === undefined ? `${month} ${first.year}` : `${month} ${first.day}, ${first.year}`
}

/** Prints what follows the title, for each kind of source but books. */
const SOURCE_FORMATTERS: Partial<Record<SourceKind, (item: CslItem) => StyledRun[]>> = {
  article: journalRuns,
  newspaper: (item) =>
    joinRuns([italicRuns(containerTitle(item)), pagesText(item), dayText(item.issued, shortMonth)], ', '),
  chapter: chapterRuns,
  conference: conferenceRuns,
  thesis: thesisRuns,
  report: (item) => {
    const { number = '' } = item
    // A number such as `TR-42` or `Tech. Rep. 7` has its label already.
    const labeledNumber = /^\d/.test(number) ? `Rep. ${number}` : number
    const parts = [
      item.publisher ?? '',
      item['publisher-place'] ?? '',
      labeledNumber,
      issuedMonth(item),
      linkParts(item).doi,
    ]
    return joinRuns(parts, ', ')
  },
  webpage: (item) =>
    joinRuns([siteName(item), item.issued === undefined ? '' : dayText(item.issued, shortMonth)], ', '),
  preprint: (item) =>
    joinRuns(
      [
        issuedMonth(item),
        italicRuns(item.number ?? item.publisher ?? containerTitle(item)),
        linkParts(item).doi,
      ],
      ', ',
    ),
  dataset: (item) =>
    joinRuns(
      [withLabel('version', item.version), siteName(item), issuedMonth(item), linkParts(item).doi],
      ', ',
    ),
  software: (item) =>
    joinRuns(
      [withLabel('version', item.version), siteName(item), issuedMonth(item), linkParts(item).doi],
      ', ',
    ),
  patent: (item) => joinRuns([withLabel('Patent', item.number), dayText(item.issued, monthName)], ', '),
  standard: (item) => joinRuns([item.number ?? '', yearText(item.issued), linkParts(item).doi], ', '),
}

/** Prints everything but the number and the address of an entry. */
function entryRuns(item: CslItem): StyledRun[] {
  const kind = sourceKind(item)
  const people = formatCreators(item)
  const source = SOURCE_FORMATTERS[kind]
  if (!source) return bookRuns(item, people)
  // A standard is named by its title and number, without the body that issues it.
  if (kind === 'standard') return joinRuns([italicRuns(itemTitle(item)), source(item)], ', ')
  const rest = source(item)
  // Without a title, nothing stands in quotation marks.
  if (itemTitle(item) === '') return joinRuns([people, rest], ', ')
  const head = people === '' ? '' : `${people}, `
  return rest.length === 0
    ? concatRuns(head, quotedTitle(itemTitle(item), '.'))
    : concatRuns(head, quotedTitle(itemTitle(item), ','), ' ', rest)
}

/** Prints what follows the title of an article: `Nature, vol. 521, no. 7553, pp. 436–444, May 2015, doi: 10.…`. */
function journalRuns(item: CslItem): StyledRun[] {
  const name = item['container-title-short'] ?? containerTitle(item)
  const parts = [
    withLabel('vol.', item.volume),
    withLabel('no.', item.issue),
    pagesText(item),
    issuedMonth(item),
  ]
  return joinRuns([italicRuns(name), ...parts, linkParts(item).doi], ', ')
}

/** Returns a value after its label, `vol. 12`; '' without a value. */
const withLabel = (label: string, value: string | undefined): string =>
  value === undefined ? '' : `${label} ${value}`

/** Returns `pp. 55–70`, `p. 7` or `Art. no. e1021`; '' without pages. */
function pagesText(item: CslItem): string {
  const page = item.page ?? ''
  if (page === '') return ''
  if (isArticleNumber(page)) return `Art. no. ${page}`
  return `${isPageRange(page) ? 'pp.' : 'p.'} ${pageRangeText(page, 'full')}`
}

/** Returns `Oct. 2011` or `2011`. */
function issuedMonth(item: CslItem): string {
  const first = firstDay(item.issued)
  return first?.month === undefined ? yearText(item.issued, '–') : `${shortMonth(first.month)} ${first.year}`
}

/**
 * Prints the book of a chapter:
 * `in Handbook of Optics, vol. 2, A. Bee, Ed., 3rd ed. New York: Wiley, 1994, pp. 55–70`.
 */
function chapterRuns(item: CslItem): StyledRun[] {
  const whole = joinRuns(
    [
      italicRuns(containerTitle(item)),
      withLabel('vol.', item.volume),
      editorsText(item),
      editionText(item.edition),
    ],
    ', ',
  )
  return joinRuns(
    [whole.length === 0 ? [] : concatRuns('in ', whole), imprintRuns(item, pagesText(item))],
    '. ',
  )
}

/** Returns `A. Bee and C. Dee, Eds.`; '' without editors. */
function editorsText(item: CslItem): string {
  if (!item.editor) return ''
  return `${formatNames(item.editor)}, ${item.editor.length > 1 ? 'Eds.' : 'Ed.'}`
}

/** Longest list of authors that is printed in full. */
const MAX_NAMES = 6

/** Prints up to six names; of a longer list the first and et al. */
function formatNames(people: CslName[]): string {
  const printed = people.map((name) => naturalName(name, 'initials'))
  return printed.length > MAX_NAMES ? `${printed[0]} et al.` : joinNames(printed, 'and')
}

/** Returns `New York, NY, USA: Wiley, 1994, pp. 55–70`. */
function imprintRuns(item: CslItem, pages: string): StyledRun[] {
  const body = item.publisher ?? ''
  const placeAndPublisher = [item['publisher-place'] ?? '', isSoleAuthor(item, body) ? '' : body]
    .filter(Boolean)
    .join(': ')
  return joinRuns([placeAndPublisher, yearText(item.issued, '–'), pages, linkParts(item).doi], ', ')
}

/** Prints the proceedings of a paper: `in Proc. ICML, Lille, France, Jul. 2015, pp. 448–456`. */
function conferenceRuns(item: CslItem): StyledRun[] {
  const name = containerTitle(item) || (item['event-title'] ?? '')
  const place = item['event-place'] ?? item['publisher-place'] ?? ''
  const parts = [
    editorsText(item),
    place,
    item.publisher ?? '',
    issuedMonth(item),
    pagesText(item),
    linkParts(item).doi,
  ]
  return joinRuns([concatRuns(name === '' ? '' : 'in ', italicRuns(name)), ...parts], ', ')
}

const DEGREE_LABELS = {
  doctor: 'Ph.D. dissertation',
  master: 'M.S. thesis',
  bachelor: 'B.S. thesis',
  unknown: 'thesis',
}

/** Prints what follows the title of a thesis: `Ph.D. dissertation, Stanford Univ., Stanford, CA, USA, 1998`. */
function thesisRuns(item: CslItem): StyledRun[] {
  const degree = DEGREE_LABELS[thesisDegree(item) ?? 'unknown']
  const parts = [
    item.publisher ?? '',
    item['publisher-place'] ?? '',
    yearText(item.issued),
    linkParts(item).doi,
  ]
  return joinRuns([degree, ...parts], ', ')
}

/** Returns the name of a website or its publisher; '' when that is the author, who is not printed twice. */
const siteName = (item: CslItem): string => {
  const name = containerTitle(item) || (item.publisher ?? '')
  return isSoleAuthor(item, name) ? '' : name
}

/** Prints the authors, or the editors with their mark: `A. Bee and C. Dee, Eds.`. */
function formatCreators(item: CslItem): string {
  const { names: people, areEditors } = primaryCreators(item)
  if (people.length === 0 || !areEditors) return formatNames(people)
  return `${formatNames(people)}, ${people.length > 1 ? 'Eds.' : 'Ed.'}`
}

/** Formats a book: its title in italics, and its imprint after a full stop. */
function bookRuns(item: CslItem, people: string): StyledRun[] {
  const titlePart = joinRuns(
    [people, italicRuns(itemTitle(item)), withLabel('vol.', item.volume), editionText(item.edition)],
    ', ',
  )
  return joinRuns([titlePart, imprintRuns(item, '')], '. ')
}
