import type { api, OutputOf } from '@scinav/contract'
import { formatCount } from '../../ui/figures.ts'

/** Number of papers by value. */
export type Counts = OutputOf<typeof api.datasets.literatureStatistics>['year']

/** One chart: years as columns, everything else as rows. */
export interface ChartProps {
  name: string
  counts: Counts
  chosen: string
  onChoose: (value: string) => void
  shape: 'columns' | 'rows'
}

const MAX_VALUES = { columns: 30, rows: 8 }

/** Returns the first values, or the last years without gaps; selected values are always included. */
export function shownCounts({
  counts,
  chosen,
  shape,
}: Pick<ChartProps, 'counts' | 'chosen' | 'shape'>): Counts {
  if (shape === 'columns') return fillYearGaps(counts).slice(-MAX_VALUES.columns)
  return counts.filter(({ value }, at) => at < MAX_VALUES.rows || value === chosen)
}

/** Returns the years in order, including those without papers. */
function fillYearGaps(counts: Counts): Counts {
  const years = counts.map(({ value }) => Number(value)).filter(Number.isInteger)
  if (years.length < counts.length || years.length === 0) return counts
  const [first, last] = [
    Math.max(Math.min(...years), Math.max(...years) - MAX_VALUES.columns),
    Math.max(...years),
  ]
  const known = new Map(counts.map((each) => [each.value, each]))
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const value = String(first + at)
    return known.get(value) ?? { value, label: value, count: 0 }
  })
}

export const countText = ({ label, count: papers }: Counts[number]): string =>
  `${label}：${formatCount(papers)} 篇`
