import { detectDelimiter, normalizeIssn, type RawRecord, splitCells, splitCsv } from '@scinav/formats'
import { sourceKey } from '@scinav/search'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { parseRankValue, type RankList } from './rank-lists.ts'

/** One rank of one journal in a table. */
export interface RankRow {
  title: string
  /** The folded title (`sourceKey`), or `issn …` for a row without a title. */
  title_key: string
  issn: string | null
  /** The subject for which the rank holds; '' in a list without subjects. */
  category: string
  /** In the stored form of the list, such as `1`, `Q1` or `A`. */
  value: string
  /** Whether the table marks the journal as a top one. */
  top: boolean
}

/** A row that cannot be used, by its line from 1, with the reason for the operator. */
export interface RankFault {
  line: number
  reason: string
  excerpt: string
}

/** The usable rows of a table and the faults in the others. */
export interface RankTable {
  rows: RankRow[]
  faults: RankFault[]
}

/** The headings of each column, in small letters and without spaces and punctuation. */
const HEADINGS = {
  title:
    'title name journal journaltitle journalname sourcetitle fulltitle publication 刊名 期刊 期刊名 期刊名称 期刊全称 会议名称 名称 全称 来源',
  issn: 'issn printissn pissn issnnumber issn号 国际标准刊号',
  eissn: 'eissn onlineissn electronicissn 电子刊号',
  category:
    'category categories subject subjectarea field 类别 学科 学科类别 学科领域 领域 大类 大类学科 分类',
  value:
    'value quartile jifquartile jcrquartile zone rank level grade class 分区 大类分区 级别 等级 评价等级 类型 收录 收录类型 预警等级',
  top: 'top istop top期刊 是否top 顶级期刊',
} as const
type RankColumn = keyof typeof HEADINGS

const COLUMN_BY_HEADING = new Map(
  Object.entries(HEADINGS).flatMap(([column, names]) =>
    // Object.entries types its keys as string.
    names.split(' ').map((name) => [name, column as RankColumn] as const),
  ),
)

type ColumnPositions = Partial<Record<RankColumn, number>>

/** Returns the position of each known column; of equal headings the first one counts. */
function findColumns(headings: string[]): ColumnPositions {
  const positions: ColumnPositions = {}
  headings.forEach((heading, at) => {
    const column = COLUMN_BY_HEADING.get(
      heading
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[\s_\-./]/g, ''),
    )
    if (column) positions[column] ??= at
  })
  return positions
}

/** Bytes read before other work gets its turn. */
const CHUNK_BYTES = 64 * 1024
const MAX_EXCERPT_CHARS = 200
/** Values of the column `top` that mean yes, in small letters. */
const YES_VALUES = new Set(['1', 'true', 'yes', 'y', 'top', '是', '√', '✓'])

/**
 * Reads a table of ranks: CSV with Chinese or English headings and columns in any order. Returns null when the first
 * line names neither a title nor an ISSN.
 */
export async function parseRankTable(list: RankList, csv: string): Promise<RankTable | null> {
  const table: RankTable = { rows: [], faults: [] }
  /** The line of each journal and category read so far, to find repetitions. */
  const lineByKey = new Map<string, number>()
  let head: { positions: ColumnPositions; delimiter: ReturnType<typeof detectDelimiter> } | undefined
  for await (const records of splitCsv(splitChunks(csv.replace(/^\uFEFF/, ''))))
    for (const record of records) {
      if (!head) {
        const delimiter = detectDelimiter(record.text)
        head = { delimiter, positions: findColumns(splitCells(record.text, delimiter)) }
        if (head.positions.title === undefined && head.positions.issn === undefined) return null
        continue
      }
      const row = parseRankRow(list, splitCells(record.text, head.delimiter), head.positions)
      collectRow(table, lineByKey, record, row)
    }
  return head ? table : null
}

/** Yields the text in chunks and lets other work run after each. */
async function* splitChunks(csv: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(csv)
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    yield bytes.subarray(from, from + CHUNK_BYTES)
    await yieldToEventLoop()
  }
}

/** Adds a row to the table: to its rows, or to its faults when it is unusable or repeats an earlier one. */
function collectRow(
  { rows, faults }: RankTable,
  lineByKey: Map<string, number>,
  { text, line, fault }: RawRecord,
  row: RankRow | { reason: string } | null,
): void {
  if (row === null) return
  const refuse = (reason: string) => faults.push({ line, reason, excerpt: text.slice(0, MAX_EXCERPT_CHARS) })
  if (fault) refuse(fault)
  else if ('reason' in row) refuse(row.reason)
  else {
    const key = `${row.title_key}\n${row.category}`
    const earlierLine = lineByKey.get(key)
    if (earlierLine !== undefined) refuse(`与第 ${earlierLine} 行重复`)
    else {
      lineByKey.set(key, line)
      rows.push(row)
    }
  }
}

/** Parses one row; returns null for an empty row and a reason for an unusable one. */
function parseRankRow(
  list: RankList,
  cells: string[],
  positions: ColumnPositions,
): RankRow | { reason: string } | null {
  const cell = (column: RankColumn) => {
    const at = positions[column]
    return at === undefined ? '' : (cells[at] ?? '').trim()
  }
  if (cells.every((each) => each.trim() === '')) return null
  const title = cell('title')
  const issn = normalizeIssn(cell('issn')) ?? normalizeIssn(cell('eissn'))
  if (title === '' && issn === null)
    return { reason: cell('issn') === '' ? '没有刊名，也没有 ISSN' : 'ISSN 的校验码不对，又没有刊名' }
  const rank = parseRankValue(list, cell('value'))
  if ('reason' in rank) return rank
  return {
    title: title || (issn ?? ''),
    title_key: sourceKey(title) || `issn ${issn}`,
    issn,
    category: cell('category'),
    value: rank.value,
    top: YES_VALUES.has(cell('top').normalize('NFKC').toLowerCase()),
  }
}
