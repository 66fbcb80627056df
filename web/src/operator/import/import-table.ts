/** Decodes the beginning of a table, saved in UTF-8 or, as Chinese spreadsheet programs do, in GB 18030. */
export function decodeTable(bytes: ArrayBuffer): string {
  try {
    // In stream mode, because the first part of a file may end inside a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** A column of a table: its heading and its value in the first row. */
export interface Column {
  heading: string
  sample: string
}

/** How much of a file is read to find its columns, in bytes. */
const HEAD_BYTES = 64 * 1024

/** Whether a file is a table by its extension. */
export const isTable = ({ name }: File): boolean => /\.(?:csv|tsv)$/i.test(name)

/** Reads the columns of a CSV or TSV file; those without a heading are left out. */
export async function readColumns(file: File): Promise<Column[]> {
  const text = decodeTable(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const [headings = [], samples = []] = firstRows(text)
  return headings
    .map((heading, column) => ({ heading: heading.trim(), sample: samples[column]?.trim() ?? '' }))
    .filter(({ heading }) => heading !== '')
}

/**
 * Parses the first two rows into cells; later ones may follow in part. The delimiter is the tab, comma or semicolon
 * that is most frequent in the first line. Inside quotes, delimiters and line breaks belong to the cell.
 */
function firstRows(text: string): string[][] {
  const [line = ''] = text.split(/\r?\n/, 1)
  const delimiter = ['\t', ',', ';'].toSorted((a, b) => line.split(b).length - line.split(a).length)[0]
  // A cell, quoted (`"a ""b"""`) or bare, and the delimiter, line break or end after it.
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${delimiter}\r\n]*))(${delimiter}|\r?\n|$)`, 'y')
  const rows: string[][] = [[]]
  for (let match = cell.exec(text); match && rows.length <= 2; match = cell.exec(text)) {
    const [matched, quoted, bare = '', end] = match
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end !== delimiter) rows.push([])
    if (matched === '' || cell.lastIndex >= text.length) break
  }
  return rows
}

/** The fields a column can contain, by the importer's names. */
export const tableFields: readonly { value: string; label: string }[] = [
  { value: 'title', label: '题名' },
  { value: 'title_zh', label: '中文题名' },
  { value: 'authors', label: '作者' },
  { value: 'affiliations', label: '作者单位' },
  { value: 'source', label: '刊名或来源' },
  { value: 'date', label: '日期' },
  { value: 'year', label: '年份' },
  { value: 'volume', label: '卷' },
  { value: 'issue', label: '期' },
  { value: 'pages', label: '页码' },
  { value: 'doi', label: 'DOI' },
  { value: 'abstract', label: '摘要' },
  { value: 'abstract_zh', label: '中文摘要' },
  { value: 'keywords', label: '关键词' },
  { value: 'type', label: '文献类型' },
  { value: 'publisher', label: '出版者' },
  { value: 'issn', label: 'ISSN' },
  { value: 'isbn', label: 'ISBN' },
  { value: 'language', label: '语种' },
  { value: 'citation_count', label: '被引次数' },
  { value: 'funds', label: '基金' },
  { value: 'clc_codes', label: '中图分类号' },
  { value: 'url', label: '网址' },
]
