/** One bar: a single year, or as many years as needed to keep the number of bars small. */
export interface YearBar {
  /** The first year. */
  from: number
  /** The last year. */
  to: number
  /** Number of papers. */
  count: number
  label: string
}

/** Maximum number of bars that stay wide enough to be pressed. */
const MAX_BARS = 48
/** Numbers of years that one bar can combine. */
const YEAR_STEPS = [1, 2, 5, 10, 20, 50, 100]
/** Maximum share of papers that the first bar may combine, so that a few old ones do not flatten the rest. */
const MAX_OLD_SHARE = 0.05

/** The number of papers of each year that has any, in ascending order. */
type YearCounts = [year: number, count: number][]

/**
 * Returns the bars from the first year to the last, years without papers included; [] without papers. The first bar may
 * combine all years of a few old papers: `1987 年及以前`.
 *
 * @param years numbers of papers by year, in any order; values that are no years are ignored
 */
export function yearBars(years: readonly { value: string; count: number }[]): YearBar[] {
  const counts = years
    .map(({ value, count }): [number, number] => [Number(value), count])
    .filter(([year, count]) => year > 0 && count > 0)
    .sort(([a], [b]) => a - b)
  const [first] = counts[0] ?? []
  const [last] = counts.at(-1) ?? []
  if (first === undefined || last === undefined) return []
  const start = last - first < MAX_BARS ? first : firstBarYear(counts, last)
  const step = YEAR_STEPS.find((size) => (last - start + 1) / size <= MAX_BARS) ?? 100
  const bars = emptyBars(start, last, step)
  for (const [year, count] of counts) {
    const bar = bars[Math.max(0, Math.floor((year - start) / step))]
    if (bar) bar.count += count
  }
  const [oldest] = bars
  if (oldest && first < start) Object.assign(oldest, { from: first, label: `${oldest.to} 年及以前` })
  return bars
}

/**
 * Returns the year at which the first bar begins before the older papers are added to it: the first year that brings
 * the papers so far above `MAX_OLD_SHARE`, or, if that comes sooner, the first with papers of the last `MAX_BARS`
 * years.
 */
function firstBarYear(counts: YearCounts, last: number): number {
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  let before = 0
  for (const [year, count] of counts) {
    before += count
    if (before > total * MAX_OLD_SHARE || year > last - MAX_BARS) return year
  }
  return 0
}

/** Creates the bars of `step` years each from one year to another, without papers. */
function emptyBars(start: number, last: number, step: number): YearBar[] {
  return Array.from({ length: Math.floor((last - start) / step) + 1 }, (_, index) => {
    const from = start + index * step
    const to = Math.min(from + step - 1, last)
    return { from, to, count: 0, label: from === to ? `${from} 年` : `${from}–${to} 年` }
  })
}
