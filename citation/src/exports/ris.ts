import type { CslDate, CslItem, CslType } from '../csl.ts'
import { firstDay, yearText } from '../dates.ts'
import {
  arxivNumberOf,
  type ExportWriter,
  emptyText,
  keywordsOf,
  pagesOf,
  printFields,
  serialNumbersOf,
  taggedName,
} from './export-format.ts'

/** The types of RIS by those of CSL. */
const RIS_TYPES: Partial<Record<CslType, string>> = {
  article: 'UNPB',
  'article-journal': 'JOUR',
  'article-magazine': 'MGZN',
  'article-newspaper': 'NEWS',
  book: 'BOOK',
  chapter: 'CHAP',
  dataset: 'DATA',
  'entry-dictionary': 'DICT',
  'entry-encyclopedia': 'ENCYC',
  manuscript: 'MANSCPT',
  map: 'MAP',
  'paper-conference': 'CONF',
  patent: 'PAT',
  post: 'ELEC',
  'post-weblog': 'BLOG',
  report: 'RPRT',
  software: 'COMP',
  standard: 'STAND',
  thesis: 'THES',
  webpage: 'ELEC',
}

/** Returns a writer of RIS as reference managers read it: two spaces before the dash, lines end with CR LF. */
export function risWriter(): ExportWriter {
  return {
    header: emptyText,
    entry: (item) => {
      const lines = printFields(risTags(item), (tag, text) => `${tag}  - ${text}`)
      return `${[`TY  - ${RIS_TYPES[item.type] ?? 'GEN'}`, ...lines, 'ER  - '].join('\r\n')}\r\n\r\n`
    },
    footer: emptyText,
  }
}

/** Returns pairs of tag and value in the order in which they are written. `printFields` leaves out empty values. */
function risTags(item: CslItem): [string, string | undefined][] {
  const [first, last] = pagesOf(item)
  return [
    ...(item.author ?? []).map((name): [string, string] => ['AU', taggedName(name)]),
    ...(item.editor ?? []).map((name): [string, string] => ['A2', taggedName(name)]),
    ...(item.contributor ?? []).map((name): [string, string] => ['A3', taggedName(name)]),
    ...(item.translator ?? []).map((name): [string, string] => ['A4', taggedName(name)]),
    ['TI', item.title],
    ['TT', item.custom?.title_zh],
    ['T2', item['container-title'] ?? item['event-title']],
    ['J2', item['container-title-short']],
    ['T3', item['collection-title']],
    ['PY', yearText(item.issued, '-')],
    ['DA', slashedDate(item.issued)],
    ['VL', item.volume],
    ['IS', item.issue],
    ['SP', first],
    ['EP', last],
    ['ET', item.edition ?? item.version],
    ['PB', item.publisher],
    ['CY', item['publisher-place'] ?? item['event-place']],
    ['M3', item.genre],
    ...serialNumbersOf(item).map((serial): [string, string] => ['SN', serial]),
    ['M1', arxivNumberOf(item)],
    ['AN', item.PMID],
    ['DB', item.PMID === undefined ? '' : 'PubMed'],
    ['C2', item.PMCID],
    ['DO', item.DOI],
    ['UR', item.URL],
    ['Y2', slashedDate(item.accessed)],
    ['LA', item.language],
    ['AD', item.custom?.affiliations],
    ...keywordsOf(item).map((word): [string, string] => ['KW', word]),
    ['AB', item.abstract],
    ['N1', item.custom?.standing],
  ]
}

/**
 * Returns a date as `2020/05/01/`; the slashes are kept where month or day are unknown (`2020///`); '' without a
 * year.
 */
function slashedDate(date: CslDate | undefined): string {
  const first = firstDay(date)
  if (!first) return ''
  const twoDigits = (part: number | undefined): string =>
    part === undefined ? '' : String(part).padStart(2, '0')
  return `${first.year}/${twoDigits(first.month)}/${twoDigits(first.day)}/`
}
