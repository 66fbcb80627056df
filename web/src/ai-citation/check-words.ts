import { warnings } from '../paper/warnings.ts'
import type { Checked, CheckedEntry } from './check.state.ts'

export const statusNames: Record<Checked['status'], string> = {
  found: '已找到',
  differs: '有出入',
  missing: '未找到',
  unread: '未能核对',
}

export const fieldNames: Record<Checked['fields'][number]['field'], string> = {
  title: '题名',
  authors: '作者',
  year: '年份',
  volume: '卷',
  issue: '期',
  pages: '页码',
  doi: 'DOI',
}

/** How many entries came out how. */
export function countsOf(entries: readonly CheckedEntry[]): Record<Checked['status'], number> {
  const counts = { found: 0, differs: 0, missing: 0, unread: 0 }
  for (const { checked } of entries) if (checked) counts[checked.status] += 1
  return counts
}

/** Papers that more than one entry is: the number of the first entry, by those of the others. */
export function repeatsOf(entries: readonly CheckedEntry[]): Map<number, number> {
  const first = new Map<string, number>()
  const repeats = new Map<number, number>()
  for (const [at, { checked }] of entries.entries()) {
    const id = checked?.paper?.id
    if (!id || checked.other) continue
    const before = first.get(id)
    if (before === undefined) first.set(id, at)
    else repeats.set(at, before)
  }
  return repeats
}

/** Whether somebody has to look at an entry. */
export const isProblem = ({ checked }: CheckedEntry, repeats: boolean): boolean =>
  checked !== undefined &&
  (checked.status !== 'found' || repeats || warnings[checked.paper?.status ?? 'normal'] !== undefined)
