import styles from './resources.module.css'

/** The number of papers of a year. */
interface YearCount {
  year: number
  count: number
}

/** Number of years shown. */
const MAX_YEARS = 12

/** Width of a bar, space between two, and height of the highest. */
const BAR_WIDTH_PX = 4
const BAR_GAP_PX = 2
const HEIGHT_PX = 28
/** Height of the bar of a year with the fewest papers, and of one without any. */
const MIN_BAR_PX = 2
const EMPTY_BAR_PX = 1

/** Returns the twelve years up to the newest one with papers, in ascending order; empty when no year has papers. */
export function latestYears(counts: readonly YearCount[]): YearCount[] {
  const last = Math.max(...counts.filter(({ count }) => count > 0).map(({ year }) => year))
  if (!Number.isFinite(last)) return []
  return Array.from({ length: MAX_YEARS }, (_, index) => {
    const year = last - MAX_YEARS + 1 + index
    return { year, count: counts.find((entry) => entry.year === year)?.count ?? 0 }
  })
}

/** Renders papers per year as small bars; the title and the accessible name contain the numbers. */
export function YearBars({ counts }: { counts: readonly YearCount[] }) {
  const years = latestYears(counts)
  const first = years[0]
  const last = years.at(-1)
  if (!first || !last) return null
  const highest = Math.max(...years.map(({ count }) => count))
  const figures = years.map(({ year, count }) => `${year} 年 ${count} 篇`).join('，')
  const label = `${first.year}–${last.year} 年每年的文献：${figures}`
  return (
    <svg
      className={styles.bars}
      width={MAX_YEARS * (BAR_WIDTH_PX + BAR_GAP_PX)}
      height={HEIGHT_PX}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {years.map(({ year, count }, index) => {
        const height = count > 0 ? Math.max(MIN_BAR_PX, (count / highest) * HEIGHT_PX) : EMPTY_BAR_PX
        return (
          <rect
            key={year}
            x={index * (BAR_WIDTH_PX + BAR_GAP_PX)}
            y={HEIGHT_PX - height}
            width={BAR_WIDTH_PX}
            height={height}
            data-none={count === 0}
          />
        )
      })}
    </svg>
  )
}
