import type { api, OutputOf } from '@scinav/contract'
import { formatCount } from '../../ui/figures.ts'

/** The values of one field, each with its label and its number of papers. */
export type Counts = OutputOf<typeof api.datasets.literatureStatistics>['year']

/** One chart: years as columns, everything else as rows. */
export interface ChartProps {
  /** What is counted: 年份. */
  name: string
  counts: Counts
  /** The value that filters the list; `''` for none. */
  chosen: string
  /** Called with the value of a pressed bar, or `''` when the chosen one is pressed again. */
  onChoose: (value: string) => void
  shape: 'columns' | 'rows'
}

/** Maximum number of values that a chart shows: 30 years, or 8 rows. */
const MAX_VALUES = { columns: 30, rows: 8 }

/**
 * Returns the values that a chart shows: the latest years, without gaps, or the first rows and the chosen one wherever
 * it stands.
 */
export function shownCounts({
  counts,
  chosen,
  shape,
}: Pick<ChartProps, 'counts' | 'chosen' | 'shape'>): Counts {
  if (shape === 'columns') return fillYearGaps(counts).slice(-MAX_VALUES.columns)
  return counts.filter(({ value }, index) => index < MAX_VALUES.rows || value === chosen)
}

/**
 * Returns the latest years in ascending order, including those without papers, at least as many as a chart shows.
 * Returns the counts unchanged when a value is not a year.
 */
function fillYearGaps(counts: Counts): Counts {
  const years = counts.map(({ value }) => Number(value)).filter(Number.isInteger)
  if (years.length < counts.length || years.length === 0) return counts
  const last = Math.max(...years)
  const first = Math.max(Math.min(...years), last - MAX_VALUES.columns)
  const countByYear = new Map(counts.map((count) => [count.value, count]))
  return Array.from({ length: last - first + 1 }, (_, offset) => {
    const value = String(first + offset)
    return countByYear.get(value) ?? { value, label: value, count: 0 }
  })
}

/** Formats one count: 「2020：1,204 篇」. */
export const countText = ({ label, count: papers }: Counts[number]): string =>
  `${label}：${formatCount(papers)} 篇`
