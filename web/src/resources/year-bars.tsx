import styles from './resources.module.css'

interface YearCount {
  year: number
  count: number
}

/** How many years stand in the bars. */
const MAX_YEARS = 12

const WIDTH = 4
const BAR_GAP = 2
const HEIGHT = 28

/** The latest twelve years up to the newest one with papers; years without papers are gaps. */
export function latestYears(counts: readonly YearCount[]): YearCount[] {
  const last = Math.max(...counts.filter(({ count }) => count > 0).map(({ year }) => year))
  if (!Number.isFinite(last)) return []
  return Array.from({ length: MAX_YEARS }, (_, place) => {
    const year = last - MAX_YEARS + 1 + place
    return { year, count: counts.find((one) => one.year === year)?.count ?? 0 }
  })
}

/** Papers a year as small bars; the numbers stand in the title and for screen readers. */
export function YearBars({ counts }: { counts: readonly YearCount[] }) {
  const years = latestYears(counts)
  const [first, last] = [years[0], years.at(-1)]
  if (!first || !last) return null
  const most = Math.max(...years.map(({ count }) => count))
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
        const height = count > 0 ? Math.max(2, (count / most) * HEIGHT) : 1
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
