import styles from './resources.module.css'

interface YearCount {
  year: number
  count: number
}

/** Number of years shown. */
const MAX_YEARS = 12

// Sizes in pixels.
const WIDTH = 4
const BAR_GAP = 2
const HEIGHT = 28

/** Returns the twelve years up to the newest one with papers; years without papers count 0. */
export function latestYears(counts: readonly YearCount[]): YearCount[] {
  const last = Math.max(...counts.filter(({ count }) => count > 0).map(({ year }) => year))
  if (!Number.isFinite(last)) return []
  return Array.from({ length: MAX_YEARS }, (_, place) => {
    const year = last - MAX_YEARS + 1 + place
    return { year, count: counts.find((one) => one.year === year)?.count ?? 0 }
  })
}

/** Renders papers per year as small bars; the title and the accessible name contain the numbers. */
export function YearBars({ counts }: { counts: readonly YearCount[] }) {
  const years = latestYears(counts)
  const [first, last] = [years[0], years.at(-1)]
  if (!first || !last) return null
  const highest = Math.max(...years.map(({ count }) => count))
  const label = `${first.year}–${last.year} 年每年的文献：${years.map(({ year, count }) => `${year} 年 ${count} 篇`).join('，')}`
  return (
    <svg
      className={styles.bars}
      width={MAX_YEARS * (WIDTH + BAR_GAP)}
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {years.map(({ year, count }, place) => {
        const height = count > 0 ? Math.max(2, (count / highest) * HEIGHT) : 1
        return (
          <rect
            key={year}
            x={place * (WIDTH + BAR_GAP)}
            y={HEIGHT - height}
            width={WIDTH}
            height={height}
            data-none={count === 0}
          />
        )
      })}
    </svg>
  )
}
