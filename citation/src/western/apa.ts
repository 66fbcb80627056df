import type { CslItem, CslName } from '../csl.ts'
import { firstDay, monthName, yearText } from '../dates.ts'
import { editionText } from '../edition.ts'
import { isArticleNumber, isRange, pageText } from '../page-range.ts'
import { italic, joinRuns, type Run, seq, stopped } from '../runs.ts'
import { containerOf, degreeOf, isAuthorToo, type Kind, kindOf, linkOf, makersOf, titleOf } from './facts.ts'
import { inverted, listed, natural, withOthers } from './people.ts'

const bracketed = (parts: string[], open = '(', close = ')'): string => {
  const there = parts.filter((part) => part !== '').join(', ')
  return there === '' ? '' : ` ${open}${there}${close}`
}

/** Up to 20 names; of more the first 19, three dots and the last. */
function names(people: CslName[]): string {
  const printed = people.map((name) => inverted(name, 'initials'))
  const others = withOthers(printed.slice(0, 20))
  if (others !== null) return others
  if (printed.length > 20) return `${printed.slice(0, 19).join(', ')}, . . . ${printed.at(-1)}`
  if (printed.length < 2) return printed[0] ?? ''
  return `${printed.slice(0, -1).join(', ')}, & ${printed.at(-1)}`
}

function makers(item: CslItem): string {
  const { names: people, edited } = makersOf(item)
  if (people.length === 0) return ''
  return edited ? `${names(people)} (${people.length > 1 ? 'Eds.' : 'Ed.'})` : names(people)
}

/** `(2020, May 1)` for newspapers and web pages, `(2020)` for the rest, `(n.d.)`. */
function dateText(item: CslItem, kind: Kind, suffix: string): string {
  const year = yearText(item.issued, '–')
  if (year === '') return suffix === '' ? '(n.d.)' : `(n.d.-${suffix})`
  const day = firstDay(item.issued)
  const dated = (kind === 'newspaper' || kind === 'webpage') && day?.month !== undefined
  const rest = dated ? `, ${monthName(day.month)}${day.day === undefined ? '' : ` ${day.day}`}` : ''
  return `(${year}${suffix}${rest})`
}

const volumeText = (item: CslItem): string => (item.volume === undefined ? '' : `Vol. ${item.volume}`)

function pagesText(item: CslItem): string {
  if (item.page === undefined) return ''
  return `${isRange(item.page) ? 'pp.' : 'p.'} ${pageText(item.page, 'full')}`
}

function translators(item: CslItem): string {
  if (!item.translator) return ''
  return `${listed(
    item.translator.map((name) => natural(name, 'initials')),
    '&',
  )}, Trans.`
}

const DEGREES = {
  doctor: 'Doctoral dissertation',
  master: 'Master’s thesis',
  bachelor: 'Bachelor’s thesis',
  none: 'Thesis',
}

const versionText = (item: CslItem): string => (item.version === undefined ? '' : `Version ${item.version}`)

/** A number with its label, unless it carries one: `NIH Publication No. 18-2059`. */
function numbered(label: string, number: string | undefined): string {
  if (number === undefined) return ''
  return /\bno\.|[(:]/i.test(number) ? number : `${label} ${number}`
}

/** What stands behind a title of its own, by kind. */
function bookDetails(item: CslItem): string {
  const trans = translators(item)
  const which = [editionText(item.edition), volumeText(item)].filter((part) => part !== '').join(', ')
  return bracketed([[trans, which].filter((part) => part !== '').join('; ')])
}

const DETAILS: Partial<Record<Kind, (item: CslItem) => string>> = {
  book: bookDetails,
  thesis: (item) => bracketed([DEGREES[degreeOf(item) ?? 'none'], item.publisher ?? ''], '[', ']'),
  report: (item) => bracketed([numbered('Report No.', item.number)]),
  preprint: (item) => bracketed([item.number ?? '']),
  dataset: (item) => `${bracketed([versionText(item)])} [Data set]`,
  software: (item) => `${bracketed([versionText(item)])} [Computer software]`,
  patent: (item) => bracketed([numbered('Patent No.', item.number)]),
  standard: (item) => bracketed([item.number ?? '']),
  conference: (item) => (item['event-title'] === undefined ? '' : ' [Paper presentation]'),
}

/** Titles within a larger whole stand upright, titles of their own in italics. */
function title(item: CslItem, kind: Kind): Run[] {
  const contained = containerOf(item) !== '' && (kind === 'chapter' || kind === 'conference')
  if (contained || kind === 'article' || kind === 'newspaper') return seq(titleOf(item))
  return seq(italic(titleOf(item)), DETAILS[kind]?.(item) ?? '')
}

function journal(item: CslItem): Run[] {
  const issue = item.issue === undefined ? '' : `(${item.issue})`
  const place = seq(italic(item.volume ?? ''), issue)
  const page = item.page ?? ''
  const pages = isArticleNumber(page) ? `Article ${page}` : pageText(page, 'full')
  return joinRuns([italic(containerOf(item)), place, pages], ', ')
}

function inWhole(item: CslItem): Run[] {
  const editors = (item.editor ?? []).map((name) => natural(name, 'initials'))
  const role = editors.length > 1 ? '(Eds.), ' : '(Ed.), '
  const who = editors.length === 0 ? '' : `${listed(editors, '&')} ${role}`
  const where = bracketed([editionText(item.edition), volumeText(item), pagesText(item)])
  return seq('In ', who, italic(containerOf(item)), where)
}

/** The publisher or site, unless it is the author. */
function house(item: CslItem, kind: Kind): string {
  if (kind === 'thesis') return item.archive ?? ''
  const site = kind === 'webpage' ? containerOf(item) || item.publisher : item.publisher
  const body = site ?? (kind === 'patent' ? item.authority : item.source) ?? ''
  return isAuthorToo(item, body) ? '' : body
}

function source(item: CslItem, kind: Kind): Run[] {
  if (kind === 'article') return journal(item)
  if (kind === 'newspaper')
    return joinRuns([italic(containerOf(item)), pageText(item.page ?? '', 'full')], ', ')
  if (kind === 'conference' && containerOf(item) === '')
    return seq([item['event-title'], item['event-place']].filter(Boolean).join(', '))
  const whole = kind === 'chapter' || kind === 'conference' ? inWhole(item) : []
  return joinRuns([whole, house(item, kind)], '. ')
}

/** The link; for an undated page the day it was read too. */
function link(item: CslItem, kind: Kind): string {
  const address = linkOf(item)
  const seen = firstDay(item.accessed)
  const undated = kind === 'webpage' && item.issued === undefined
  if (!undated || seen?.day === undefined || address === '') return address
  return `Retrieved ${monthName(seen.month)} ${seen.day}, ${seen.year}, from ${address}`
}

/**
 * One entry after APA 7: no full stop behind a link. Titles print as stored, in sentence case or not.
 *
 * Source: Publication Manual of the American Psychological Association, 7th edition, chapters 9 and 10.
 */
export function formatApa(item: CslItem, yearSuffix = ''): Run[] {
  const kind = kindOf(item)
  const people = makers(item)
  const date = dateText(item, kind, yearSuffix)
  const head = people === '' ? [title(item, kind), date] : [people, date, title(item, kind)]
  const entry = stopped(joinRuns([...head, source(item, kind)], '. '))
  const address = link(item, kind)
  return joinRuns([entry, address], ' ')
}
