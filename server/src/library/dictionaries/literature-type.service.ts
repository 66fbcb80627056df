import type { Context } from '../../platform/context/context.ts'

/** The values of `resource_type` with their Chinese names and the type marks of GB/T 7714-2025. */
const LITERATURE_TYPES = [
  { code: 1, name: '期刊', mark: 'J' },
  { code: 2, name: '专著', mark: 'M' },
  { code: 3, name: '报纸', mark: 'N' },
  { code: 4, name: '学位论文', mark: 'D' },
  { code: 5, name: '会议', mark: 'C' },
  { code: 6, name: '标准', mark: 'S' },
  { code: 7, name: '专利', mark: 'P' },
  { code: 8, name: '科技报告', mark: 'R' },
  { code: 9, name: '预印本', mark: 'PP' },
  { code: 10, name: '数据集与网络资源', mark: 'DS' },
]

const OTHER_TYPE_NAME = '其他'

/** Lists the literature types for selection. */
export async function listLiteratureTypes(_ctx: Context) {
  return LITERATURE_TYPES
}

/** Returns the Chinese name of a `resource_type`, or 「其他」 for one that is not in the list. */
export function literatureTypeName(code: number): string {
  return LITERATURE_TYPES.find((type) => type.code === code)?.name ?? OTHER_TYPE_NAME
}
