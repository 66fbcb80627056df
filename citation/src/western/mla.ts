import type { CslItem, CslName } from '../csl.ts'
import { firstDay, shortMonth, yearText } from '../dates.ts'
import { editionText } from '../edition.ts'
import { isOthersName } from '../names.ts'
import { isPageRange, pageRangeText } from '../page-range.ts'
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
import { invertedName, joinNames, naturalName } from './people.ts'

/**
 * Formats an entry of a list of works cited after MLA 9, with its full stop. Parts that the item lacks are left out.
 *
 * Source: MLA Handbook, 9th edition, chapter 5.
 */
export function formatMla(item: CslItem): StyledRun[] {
  const kind = sourceKind(item)
  const body = kind === 'thesis' ? thesisRuns(item) : containerRuns(item, kind)
  const runs = joinRuns([formatCreators(item), titleRuns(item, kind), body], '. ')
  return withFullStop(joinRuns([runs, accessedText(item, kind)], '. '))
}

const DEGREE_LABELS = { doctor: 'PhD dissertation', master: 'Master’s thesis', bachelor: 'Bachelor’s thesis' }

/** Prints what follows the title of a thesis: `2004. Stanford U, PhD dissertation`. */
function thesisRuns(item: CslItem): StyledRun[] {
  const degree = thesisDegree(item)
  const school = joinRuns(
    [item.publisher ?? '', degree ? DEGREE_LABELS[degree] : 'Thesis', itemLink(item)],
    ', ',
  )
  return joinRuns([yearText(item.issued), school], '. ')
}

/** Kinds whose title is in italics, as that of an independent work. */
const STANDALONE_KINDS = new Set<SourceKind>([
  'book',
  'thesis',
  'report',
  'dataset',
  'software',
  'patent',
  'standard',
  'other',
])

/**
 * Prints the parts after the title that MLA calls the container: title, contributors, volume, publisher, date, link.
 */
function containerRuns(item: CslItem, kind: SourceKind): StyledRun[] {
  // The entry of an independent work starts its second sentence here.
  const isStandalone = STANDALONE_KINDS.has(kind)
  const translated = contributorsText(isStandalone ? 'Translated by' : 'translated by', item.translator)
  const edited =
    item.author === undefined && isStandalone
      ? ''
      : contributorsText(isStandalone ? 'Edited by' : 'edited by', item.editor)
  const volume = withLabel('vol.', item.volume)
  return joinRuns(
    [
      containerTitleRuns(item, kind),
      translated,
      edited,
      editionText(item.edition),
      withLabel(isStandalone ? 'Version' : 'version', item.version),
      volume,
      withLabel('no.', item.issue),
      isStandalone ? (item.number ?? '') : '',
      publisherText(item, kind),
      dateText(item, kind),
      pagesText(item),
      itemLink(item),
    ],
    ', ',
  )
}

/** Returns names after a verb: `translated by Ada Ness et al.`; '' without names. */
function contributorsText(verb: string, people: CslName[] | undefined): string {
  if (!people || people.length === 0) return ''
  const printed = people.map((name) => naturalName(name, 'full'))
  return `${verb} ${printed.length > 2 ? `${printed[0]} et al.` : joinNames(printed, 'and')}`
}

/** Returns a value after its label, `vol. 12`; '' without a value. */
const withLabel = (label: string, value: string | undefined): string =>
  value === undefined ? '' : `${label} ${value}`

/** Prints the title of the journal, book or website that a work is part of; empty for an independent work. */
function containerTitleRuns(item: CslItem, kind: SourceKind): StyledRun[] {
  if (STANDALONE_KINDS.has(kind)) return []
  const site = kind === 'preprint' || kind === 'webpage' ? item.publisher : undefined
  const name = containerTitle(item) || (site ?? item['event-title'] ?? '')
  return italicRuns(headlineTitle(item, name))
}

/** Returns the publisher, where MLA prints one that differs from container and author. */
function publisherText(item: CslItem, kind: SourceKind): string {
  const container = containerTitle(item)
  if (kind === 'article' || kind === 'newspaper' || kind === 'preprint') return ''
  if (kind === 'webpage' && container === '') return ''
  const body = item.publisher ?? item.authority ?? ''
  return body === container || isSoleAuthor(item, body) ? '' : body
}

/** Returns `8 Mar. 2017`, `Mar. 2017` or `2017`; journal articles have no day. */
function dateText(item: CslItem, kind: SourceKind): string {
  const first = firstDay(item.issued)
  if (first?.month === undefined || ['book', 'chapter', 'thesis', 'standard'].includes(kind))
    return yearText(item.issued, '–')
  const hasDay = kind !== 'article' && first.day !== undefined
  return [hasDay ? String(first.day) : '', shortMonth(first.month), String(first.year)]
    .filter(Boolean)
    .join(' ')
}

/** Returns `pp. 131–48` or `p. 7`; '' without pages. */
function pagesText(item: CslItem): string {
  if (item.page === undefined) return ''
  return `${isPageRange(item.page) ? 'pp.' : 'p.'} ${pageRangeText(item.page, 'two-digits')}`
}

/** Prints the authors, or the editors with their mark: `Smith, John, editor`. */
function formatCreators(item: CslItem): string {
  const { names: people, areEditors } = primaryCreators(item)
  if (people.length === 0 || !areEditors) return formatNames(people)
  return `${formatNames(people)}, ${people.length > 1 ? 'editors' : 'editor'}`
}

/** Prints names: `Smith, John`; `Smith, John, and Ann Weiss`; `Smith, John, et al.` */
function formatNames(people: CslName[]): string {
  const [first, second] = people
  if (!first) return ''
  const lead = invertedName(first, 'full')
  if (!second) return lead
  return people.length === 2 && !isOthersName(second)
    ? `${lead}, and ${naturalName(second, 'full')}`
    : `${lead}, et al.`
}

/** Prints titles of independent works in italics, those of parts in quotation marks. */
function titleRuns(item: CslItem, kind: SourceKind): StyledRun[] {
  const text = headlineTitle(item, itemTitle(item))
  return STANDALONE_KINDS.has(kind) ? italicRuns(text) : concatRuns(quotedTitle(text, '.'))
}

/** Returns the date of the visit, for web pages without a date: `Accessed 1 May 2017`; '' otherwise. */
function accessedText(item: CslItem, kind: SourceKind): string {
  const visit = firstDay(item.accessed)
  if (kind !== 'webpage' || item.issued !== undefined || visit?.day === undefined) return ''
  return `Accessed ${visit.day} ${shortMonth(visit.month)} ${visit.year}`
}
