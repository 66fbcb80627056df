import type { CslItem, CslName } from '../csl.ts'
import { firstDay, monthName, yearText } from '../dates.ts'
import { editionText } from '../edition.ts'
import { isArticleNumber, isPageRange, pageRangeText } from '../page-range.ts'
import { concatRuns, italicRuns, joinRuns, type StyledRun, withFullStop } from '../runs.ts'
import {
  containerTitle,
  isSoleAuthor,
  itemLink,
  itemTitle,
  primaryCreators,
  type SourceKind,
  sourceKind,
  thesisDegree,
} from './facts.ts'
import { invertedName, invertedWithEtAl, joinNames, naturalName } from './people.ts'

/**
 * Formats an entry after APA 7, without a full stop after a link. Titles are printed as stored, in sentence case or
 * not.
 *
 * Source: Publication Manual of the American Psychological Association, 7th edition, chapters 9 and 10.
 *
 * @param yearSuffix the letter that distinguishes entries of the same authors and year: `a`.
 */
export function formatApa(item: CslItem, yearSuffix = ''): StyledRun[] {
  const kind = sourceKind(item)
  const people = formatCreators(item)
  const date = dateText(item, kind, yearSuffix)
  const head = people === '' ? [titleRuns(item, kind), date] : [people, date, titleRuns(item, kind)]
  const entry = withFullStop(joinRuns([...head, sourceRuns(item, kind)], '. '))
  const address = linkText(item, kind)
  return joinRuns([entry, address], ' ')
}

/** Prints authors, or editors with their role in brackets; '' when there are none. */
function formatCreators(item: CslItem): string {
  const { names: people, areEditors } = primaryCreators(item)
  if (people.length === 0) return ''
  return areEditors ? `${formatNames(people)} (${people.length > 1 ? 'Eds.' : 'Ed.'})` : formatNames(people)
}

/** Longest list of authors that is printed in full. */
const MAX_NAMES = 20

/** Prints up to 20 names; of a longer list the first 19, three dots and the last. */
function formatNames(people: CslName[]): string {
  const printed = people.map((name) => invertedName(name, 'initials'))
  const incomplete = invertedWithEtAl(printed.slice(0, MAX_NAMES))
  if (incomplete !== null) return incomplete
  if (printed.length > MAX_NAMES)
    return `${printed.slice(0, MAX_NAMES - 1).join(', ')}, . . . ${printed.at(-1)}`
  if (printed.length < 2) return printed[0] ?? ''
  return `${printed.slice(0, -1).join(', ')}, & ${printed.at(-1)}`
}

/** Returns `(2020, May 1)` for newspapers and web pages, `(2020)` for other kinds, `(n.d.)` without a date. */
function dateText(item: CslItem, kind: SourceKind, suffix: string): string {
  const year = yearText(item.issued, '–')
  if (year === '') return suffix === '' ? '(n.d.)' : `(n.d.-${suffix})`
  const { month, day } = firstDay(item.issued) ?? {}
  const printsMonth = (kind === 'newspaper' || kind === 'webpage') && month !== undefined
  const monthAndDay = printsMonth ? `, ${monthName(month)}${day === undefined ? '' : ` ${day}`}` : ''
  return `(${year}${suffix}${monthAndDay})`
}

const DEGREE_LABELS = {
  doctor: 'Doctoral dissertation',
  master: 'Master’s thesis',
  bachelor: 'Bachelor’s thesis',
  unknown: 'Thesis',
}

/** What follows the title of an independent work, with a space before it. */
const DETAILS_BY_KIND: Partial<Record<SourceKind, (item: CslItem) => string>> = {
  book: bookDetails,
  thesis: (item) =>
    joinInBrackets([DEGREE_LABELS[thesisDegree(item) ?? 'unknown'], item.publisher ?? ''], '[', ']'),
  report: (item) => joinInBrackets([labeledNumber('Report No.', item.number)]),
  preprint: (item) => joinInBrackets([item.number ?? '']),
  dataset: (item) => `${joinInBrackets([versionText(item)])} [Data set]`,
  software: (item) => `${joinInBrackets([versionText(item)])} [Computer software]`,
  patent: (item) => joinInBrackets([labeledNumber('Patent No.', item.number)]),
  standard: (item) => joinInBrackets([item.number ?? '']),
  conference: (item) => (item['event-title'] === undefined ? '' : ' [Paper presentation]'),
}

/**
 * Prints the titles of parts of a larger work in roman type, titles of independent works in italics with details in
 * brackets.
 */
function titleRuns(item: CslItem, kind: SourceKind): StyledRun[] {
  const isContained = containerTitle(item) !== '' && (kind === 'chapter' || kind === 'conference')
  if (isContained || kind === 'article' || kind === 'newspaper') return concatRuns(itemTitle(item))
  return concatRuns(italicRuns(itemTitle(item)), DETAILS_BY_KIND[kind]?.(item) ?? '')
}

/** Returns translators, edition and volume of a book: ` (A. Ness, Trans.; 2nd ed., Vol. 3)`; '' without them. */
function bookDetails(item: CslItem): string {
  const translators = translatorsText(item)
  const editionAndVolume = [editionText(item.edition), volumeText(item)]
    .filter((part) => part !== '')
    .join(', ')
  return joinInBrackets([[translators, editionAndVolume].filter((part) => part !== '').join('; ')])
}

/** Returns `A. Ness & B. Ruud, Trans.`; '' without translators. */
function translatorsText(item: CslItem): string {
  if (!item.translator) return ''
  const names = item.translator.map((name) => naturalName(name, 'initials'))
  return `${joinNames(names, '&')}, Trans.`
}

const volumeText = (item: CslItem): string => (item.volume === undefined ? '' : `Vol. ${item.volume}`)

/** Joins the non-empty parts with commas and puts them in brackets after a space; '' where there are none. */
const joinInBrackets = (parts: string[], open = '(', close = ')'): string => {
  const text = parts.filter((part) => part !== '').join(', ')
  return text === '' ? '' : ` ${open}${text}${close}`
}

/** Returns a number with its label, unless it already has one: `NIH Publication No. 18-2059`. */
function labeledNumber(label: string, number: string | undefined): string {
  if (number === undefined) return ''
  return /\bno\.|[(:]/i.test(number) ? number : `${label} ${number}`
}

const versionText = (item: CslItem): string => (item.version === undefined ? '' : `Version ${item.version}`)

/** Prints what follows names, date and title, up to the link. */
function sourceRuns(item: CslItem, kind: SourceKind): StyledRun[] {
  if (kind === 'article') return journalRuns(item)
  if (kind === 'newspaper')
    return joinRuns([italicRuns(containerTitle(item)), pageRangeText(item.page ?? '', 'full')], ', ')
  if (kind === 'conference' && containerTitle(item) === '')
    return concatRuns([item['event-title'], item['event-place']].filter(Boolean).join(', '))
  const whole = kind === 'chapter' || kind === 'conference' ? containerRuns(item) : []
  return joinRuns([whole, publisherText(item, kind)], '. ')
}

/** Prints journal, volume, issue and pages: `*Title*, *12*(3), 1–9`. */
function journalRuns(item: CslItem): StyledRun[] {
  const issue = item.issue === undefined ? '' : `(${item.issue})`
  const volumeAndIssue = concatRuns(italicRuns(item.volume ?? ''), issue)
  const page = item.page ?? ''
  const pages = isArticleNumber(page) ? `Article ${page}` : pageRangeText(page, 'full')
  return joinRuns([italicRuns(containerTitle(item)), volumeAndIssue, pages], ', ')
}

/** Prints the book or proceedings of a part: `In A. Ness (Ed.), *Title* (pp. 1–9)`. */
function containerRuns(item: CslItem): StyledRun[] {
  const editors = (item.editor ?? []).map((name) => naturalName(name, 'initials'))
  const role = editors.length > 1 ? '(Eds.), ' : '(Ed.), '
  const editorsText = editors.length === 0 ? '' : `${joinNames(editors, '&')} ${role}`
  const details = joinInBrackets([editionText(item.edition), volumeText(item), pagesText(item)])
  return concatRuns('In ', editorsText, italicRuns(containerTitle(item)), details)
}

/** Returns `pp. 1–9` or `p. 7`; '' without pages. */
function pagesText(item: CslItem): string {
  if (item.page === undefined) return ''
  return `${isPageRange(item.page) ? 'pp.' : 'p.'} ${pageRangeText(item.page, 'full')}`
}

/** Returns the publisher, site or repository, unless it is the author. */
function publisherText(item: CslItem, kind: SourceKind): string {
  if (kind === 'thesis') return item.archive ?? ''
  const { publisher } = item
  const container = containerTitle(item) || undefined
  const site =
    kind === 'webpage'
      ? (container ?? publisher)
      : (publisher ?? (kind === 'preprint' ? container : undefined))
  const body = site ?? (kind === 'patent' ? item.authority : item.source) ?? ''
  return isSoleAuthor(item, body) ? '' : body
}

/** Returns the link, for an undated web page preceded by the date of the visit. */
function linkText(item: CslItem, kind: SourceKind): string {
  const address = itemLink(item)
  const accessed = firstDay(item.accessed)
  const isUndated = kind === 'webpage' && item.issued === undefined
  if (!isUndated || accessed?.day === undefined || address === '') return address
  return `Retrieved ${monthName(accessed.month)} ${accessed.day}, ${accessed.year}, from ${address}`
}
