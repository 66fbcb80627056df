import { api } from '@scinav/contract'
import { Suspense } from 'react'
import { useRead } from '../../api/use-read.ts'
import { LinkButton } from '../../ui/buttons/quiet-button.tsx'
import { formatCount } from '../../ui/figures.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import { type ChartProps, type Counts, shownCounts } from './counts.ts'
import styles from './statistics.module.css'

const Chart = lazyPart(() => import('./chart.tsx').then((m) => m.Chart), Bars)

/** The fields that are counted and by which the documents can be filtered, named as in the address. */
export const statisticsFilters = ['year', 'resource_type', 'source', 'author', 'term'] as const
/** One of the fields in `statisticsFilters`. */
export type StatisticsFilter = (typeof statisticsFilters)[number]

interface Props {
  dataset_id: string
  /** The values that filter the list; `''` for none. */
  chosen: Record<StatisticsFilter, string>
  onChoose: (filter: StatisticsFilter, value: string) => void
  /** Whether an empty state is one line without a picture, for a column next to the documents. */
  compactEmpty?: boolean
}

/** Shown when there is nothing to count. */
const EMPTY_TEXT = {
  title: '还没有可以统计的文献',
  note: '年份、关键词、来源和作者来自文献的题录。文件首页没有读出题录的，可以在文件的菜单里「编辑题录」，或选定「对应本馆文献」',
}

/**
 * Renders the statistics of a knowledge base: its papers by year, keyword, journal, author and type, each as a chart.
 */
export function Statistics({ dataset_id, chosen, onChoose, compactEmpty = false }: Props) {
  const statistics = useRead(api.datasets.literatureStatistics, { dataset_id })
  const renderPart = (
    name: string,
    filter: StatisticsFilter,
    counts: Counts,
    shape: ChartProps['shape'] = 'rows',
  ) => (
    <StatisticsPart
      name={name}
      counts={counts}
      shape={shape}
      chosen={chosen[filter]}
      onChoose={(value) => onChoose(filter, value)}
    />
  )
  return (
    <aside className={styles.statistics} aria-label="统计">
      <ReadView
        of={statistics}
        what="统计"
        isEmpty={({ total }) => total === 0 && !compactEmpty}
        empty={EMPTY_TEXT}
      >
        {({ counted, total, year, resource_type, source, author, keyword }) => (
          <>
            {total === 0 && <p className={styles.figures}>{EMPTY_TEXT.title}</p>}
            {counted < total && <p className={styles.figures}>按最近加入的 {formatCount(counted)} 篇统计</p>}
            {renderPart(
              '年份',
              'year',
              year.toSorted((a, b) => Number(a.value) - Number(b.value)),
              'columns',
            )}
            {renderPart('关键词', 'term', keyword)}
            {renderPart('来源', 'source', source)}
            {renderPart('作者', 'author', author)}
            {renderPart('类型', 'resource_type', resource_type)}
          </>
        )}
      </ReadView>
    </aside>
  )
}

/** Renders a chart; plain bars until its code has loaded, and when it cannot be loaded. */
export function StatisticsPart(props: ChartProps) {
  const { name, counts, chosen, onChoose } = props
  if (counts.length === 0) return null
  return (
    <section aria-label={name}>
      <h2>
        {name}
        {chosen && <LinkButton name="不限" label={`${name}不限`} onPress={() => onChoose('')} />}
      </h2>
      <Suspense fallback={<Bars {...props} />}>
        <Chart {...props} />
      </Suspense>
    </section>
  )
}

/** Renders each value with a bar proportional to the largest. */
function Bars(props: ChartProps) {
  const { counts, chosen, onChoose } = props
  const maxCount = Math.max(...counts.map(({ count }) => count))
  const shown = shownCounts(props).filter(({ count }) => count > 0)
  return (
    <ul>
      {shown.map((bar) => (
        <li key={bar.value}>
          <button
            type="button"
            className={styles.bar}
            aria-pressed={bar.value === chosen}
            onClick={() => onChoose(bar.value === chosen ? '' : bar.value)}
          >
            <span className={styles.label}>{bar.label}</span>
            <span>{formatCount(bar.count)}</span>
            <i style={{ '--share': bar.count / maxCount }} />
          </button>
        </li>
      ))}
    </ul>
  )
}
