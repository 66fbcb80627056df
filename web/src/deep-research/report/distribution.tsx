import type { ResearchState, SectionChart } from '@scinav/contract'
import { useState } from 'react'
import { shownCounts } from '../../documents/statistics/counts.ts'
import statistics from '../../documents/statistics/statistics.module.css'
import { StatisticsPart } from '../../documents/statistics/statistics.tsx'
import { Highlighted } from '../../paper/highlight/highlighted.tsx'
import { langOf } from '../../paper/paper.ts'
import type { OpenSource } from '../state/use-open-source.tsx'
import styles from './report.module.css'

interface Props {
  /** The numbers of sources by year and by journal. */
  chart: SectionChart
  /** The sources that were read, of which those of the pressed bars are listed. */
  sources: ResearchState['read']
  onOpen: OpenSource
}

/** Converts the counts of a report's chart to the counts that `StatisticsPart` draws. */
const chartCounts = (counts: SectionChart['years']) =>
  counts.map(({ label, count }) => ({ value: label, label, count }))

/** Renders how the papers read are distributed over years and over journals; a pressed bar lists its papers. */
export function Distribution({ chart, sources, onOpen }: Props) {
  // The pressed bars; `''` for none.
  const [year, setYear] = useState('')
  const [venue, setVenue] = useState('')
  const listed = sources.filter(
    (source) => (!year || String(source.year) === year) && (!venue || source.venue === venue),
  )
  const years = chartCounts(chart.years)
  const drawnYears = new Set(
    shownCounts({ counts: years, chosen: year, shape: 'columns' }).map(({ value }) => value),
  )
  const olderYears = years.filter(({ value }) => !drawnYears.has(value))
  return (
    <div className={`${statistics.statistics} ${styles.charts}`}>
      <StatisticsPart name="年份" counts={years} chosen={year} onChoose={setYear} shape="columns" />
      <StatisticsPart
        name="来源"
        counts={chartCounts(chart.venues)}
        chosen={venue}
        onChoose={setVenue}
        shape="rows"
      />
      {olderYears.length > 0 && (
        <p className={statistics.figures}>
          更早的 {olderYears.reduce((sum, { count }) => sum + count, 0)} 篇没有画出：
          {olderYears.map(({ label }) => label).join('、')} 年
        </p>
      )}
      {(year || venue) && (
        <section className={styles.listed} aria-label="选中的文献">
          <h2>
            {[year, venue].filter(Boolean).join('，')} 共 {listed.length} 篇
          </h2>
          <ul>
            {listed.map((source) => (
              <li key={source.source_id}>
                <button
                  type="button"
                  lang={langOf(source.title, source.language)}
                  onClick={() => onOpen(source)}
                >
                  <Highlighted text={source.title} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
