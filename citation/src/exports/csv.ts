import type { CslItem, CslType } from '../csl.ts'
import { isoText, yearText } from '../dates.ts'
import {
  arxivNumberOf,
  type ExportWriter,
  emptyText,
  keywordsOf,
  plainLine,
  taggedName,
} from './export-format.ts'

/** Names of types in the column 类型. */
const TYPE_NAMES: Partial<Record<CslType, string>> = {
  article: '预印本',
  'article-journal': '期刊论文',
  'article-magazine': '杂志文章',
  'article-newspaper': '报纸文章',
  book: '图书',
  chapter: '图书章节',
  dataset: '数据集',
  'entry-dictionary': '词典条目',
  'entry-encyclopedia': '百科条目',
  map: '地图',
  'paper-conference': '会议论文',
  patent: '专利',
  report: '科技报告',
  software: '软件',
  standard: '标准',
  thesis: '学位论文',
  webpage: '网页',
}

/** The columns in their order: heading and value. */
const CSV_COLUMNS: [string, (item: CslItem) => string | undefined][] = [
  ['题名', (item) => item.title],
  ['中文题名', (item) => item.custom?.title_zh],
  ['作者', (item) => nameList(item.author)],
  ['编者', (item) => nameList(item.editor)],
  ['译者', (item) => nameList(item.translator)],
  ['导师', (item) => nameList(item.contributor)],
  ['类型', (item) => TYPE_NAMES[item.type] ?? '其他'],
  ['来源', (item) => item['container-title'] ?? item['event-title']],
  ['年份', (item) => yearText(item.issued)],
  ['日期', (item) => isoText(item.issued)],
  ['卷', (item) => item.volume],
  ['期', (item) => item.issue],
  ['页码', (item) => item.page],
  ['版本', (item) => item.edition ?? item.version],
  ['出版者', (item) => item.publisher],
  ['出版地', (item) => item['publisher-place']],
  ['丛书', (item) => item['collection-title']],
  ['文献子类', (item) => item.genre],
  ['编号', (item) => (arxivNumberOf(item) === '' ? item.number : undefined)],
  ['DOI', (item) => item.DOI],
  ['ISBN', (item) => item.ISBN],
  ['ISSN', (item) => item.ISSN],
  ['PMID', (item) => item.PMID],
  ['PMCID', (item) => item.PMCID],
  ['arXiv', arxivNumberOf],
  ['链接', (item) => item.URL],
  ['访问日期', (item) => (item.accessed === undefined ? '' : isoText(item.accessed))],
  ['语种', (item) => item.language],
  ['关键词', (item) => keywordsOf(item).join('; ')],
  ['机构', (item) => item.custom?.affiliations],
  ['摘要', (item) => item.abstract],
  ['撤稿与声明', (item) => item.custom?.standing],
]

/** Returns a writer of CSV for spreadsheets: UTF-8 with byte order mark, Chinese headings, no formulas (RFC 4180). */
export function csvWriter(): ExportWriter {
  return {
    header: () => `\uFEFF${csvRow(CSV_COLUMNS.map(([heading]) => heading))}`,
    entry: (item) => csvRow(CSV_COLUMNS.map(([, value]) => value(item))),
    footer: emptyText,
  }
}

/** Returns names as `Family, Given`, separated by semicolons. */
const nameList = (people: CslItem['author']): string => (people ?? []).map(taggedName).join('; ')

const csvRow = (cells: (string | undefined)[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Matches the characters that start a formula, in full width too, because programs for Chinese input accept both. */
const FORMULA_START = /^[=+\-@＝＋－＠]/
/** Matches ranges that a spreadsheet would read as a date: `1-4`. */
const DATE_LIKE = /^\d{1,4}-\d{1,4}$/
/** Matches dates with slashes, and powers of ten: `1/4`, `2E10`. */
const NUMBER_LIKE = /^(?:\d{1,4}(?:\/\d{1,4}){1,2}|\d+E\d+)$/i

/**
 * Returns a cell, quoted where CSV requires it, that a spreadsheet does not interpret. An apostrophe is put before a
 * formula, and before text that would become a date or a power of ten. Ranges (`1-4`, which would become the first of
 * April) are written with an en dash.
 */
function csvCell(value: string | undefined): string {
  const raw = value ?? ''
  const line = plainLine(raw)
  const isInterpreted =
    /^[\t\r]/.test(raw) || FORMULA_START.test(raw) || FORMULA_START.test(line) || NUMBER_LIKE.test(line)
  const text = `${isInterpreted ? "'" : ''}${DATE_LIKE.test(line) ? line.replace('-', '–') : line}`
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
