import { RESOURCE_TYPE } from '@scinav/contract/stored-works'
import type { Context } from '../../platform/context/context.ts'

/** The values of `resource_type` with their Chinese names and the type marks of GB/T 7714-2025. */
const LITERATURE_TYPES = [
  { code: RESOURCE_TYPE.journalArticle, name: '期刊', mark: 'J' },
  { code: RESOURCE_TYPE.book, name: '专著', mark: 'M' },
  { code: RESOURCE_TYPE.newspaperArticle, name: '报纸', mark: 'N' },
  { code: RESOURCE_TYPE.thesis, name: '学位论文', mark: 'D' },
  { code: RESOURCE_TYPE.conferencePaper, name: '会议', mark: 'C' },
  { code: RESOURCE_TYPE.standard, name: '标准', mark: 'S' },
  { code: RESOURCE_TYPE.patent, name: '专利', mark: 'P' },
  { code: RESOURCE_TYPE.report, name: '科技报告', mark: 'R' },
  { code: RESOURCE_TYPE.preprint, name: '预印本', mark: 'PP' },
  { code: RESOURCE_TYPE.other, name: '数据集与网络资源', mark: 'DS' },
]

const OTHER_TYPE_NAME = '其他'

/** Lists the literature types for selection, in the order of their codes. */
export async function listLiteratureTypes(_ctx: Context) {
  return LITERATURE_TYPES
}

/** Returns the Chinese name of a `resource_type`, or 「其他」 for one that is not in the list. */
export function literatureTypeName(code: number): string {
  return LITERATURE_TYPES.find((type) => type.code === code)?.name ?? OTHER_TYPE_NAME
}
