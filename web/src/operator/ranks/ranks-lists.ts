import { rankLists } from '@scinav/contract'

export { rankLists }
/** The name of a rank list. */
export type RankList = (typeof rankLists)[number]

interface RankListInfo {
  /** Its full name. */
  name: string
  /** An example of the `value` column. */
  value: string
  /** An example category, where the list ranks journals by category and marks the top ones. */
  category?: string
}

/** The value of every journal in lists without levels. */
const LISTED_VALUE: RankListInfo['value'] = '收录'

/** The full name of each list, with examples of its table's values. */
export const rankListInfo: Record<RankList, RankListInfo> = {
  CAS: { name: '中国科学院文献情报中心期刊分区表', value: '1', category: '计算机科学' },
  XR: { name: '新锐期刊分区表', value: '1', category: '计算机科学' },
  JCR: { name: 'Journal Citation Reports 分区', value: 'Q1', category: 'COMPUTER SCIENCE' },
  SCI: { name: '科学引文索引', value: LISTED_VALUE },
  SSCI: { name: '社会科学引文索引', value: LISTED_VALUE },
  'A&HCI': { name: '艺术与人文科学引文索引', value: LISTED_VALUE },
  EI: { name: '工程索引', value: LISTED_VALUE },
  北大核心: { name: '中文核心期刊要目总览', value: LISTED_VALUE },
  CSSCI: { name: '中文社会科学引文索引', value: '来源' },
  CSCD: { name: '中国科学引文数据库', value: '核心库' },
  科技核心: { name: '中国科技核心期刊目录', value: LISTED_VALUE },
  AMI: { name: '中国人文社会科学期刊综合评价', value: '核心' },
  CCF: { name: '中国计算机学会推荐目录', value: 'A', category: '人工智能' },
  预警: { name: '国际期刊预警名单', value: '高', category: '医学' },
}

/** Columns of a rank table; `issn` or `title` identifies the journal, the others may be empty. */
const RANK_COLUMNS = ['title', 'issn', 'category', 'value', 'top'] as const

/** Returns a template of one list's table with one invented row, as CSV that spreadsheets open as UTF-8. */
export function rankTemplate(list: RankList): string {
  const { value, category = '' } = rankListInfo[list]
  const row = ['示例期刊', '1234-5679', category, value, category ? '0' : '']
  return `\ufeff${RANK_COLUMNS.join(',')}\r\n${row.join(',')}\r\n`
}
