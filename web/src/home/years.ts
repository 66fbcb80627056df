/** One bar: a year, or as many years as fit so that all bars can be told apart. */
export interface YearBar {
  from: number
  to: number
  count: number
  label: string
}

/** The most bars that stay wide enough to be pressed. */
const MOST = 48
const STEPS = [1, 2, 5, 10, 20, 50, 100]

/** Bars from the first year to the last, years without papers included. */
export function spanOfYears(years: readonly { value: string; count: number }[]): YearBar[] {
  const counts = new Map(
    years.map(({ value, count }): [number, number] => [Number(value), count]).filter(([year]) => year > 0),
  )
  if (counts.size === 0) return []
  const [first, last] = [Math.min(...counts.keys()), Math.max(...counts.keys())]
  const step = STEPS.find((size) => (last - first + 1) / size <= MOST) ?? 100
  const start = first - (first % step)
  const bars = Array.from({ length: Math.floor((last - start) / step) + 1 }, (_, place): YearBar => {
    const from = start + place * step
    const to = from + step - 1
    return { from, to, count: 0, label: step === 1 ? `${from} 年` : `${from}–${to} 年` }
  })
  for (const [year, count] of counts) {
    const bar = bars[Math.floor((year - start) / step)]
    if (bar) bar.count += count
  }
  return bars
}
