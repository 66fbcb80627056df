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

/** The filters of the statistics, named as in the address. */
export const statisticsFilters = ['year', 'resource_type', 'source', 'author', 'term'] as const
/** One of them. */
export type StatisticsFilter = (typeof statisticsFilters)[number]

interface Props {
  dataset_id: string
  /** The values that filter the list; `''` for none. */
  chosen: Record<StatisticsFilter, string>
  onChoose: (filter: StatisticsFilter, value: string) => void
  /** Shown next to its documents: an empty state is one line without a picture. */
  beside?: boolean
}

const EMPTY_TEXT = {
  title: '还没有可以统计的文献',
  note: '年份、关键词、来源和作者来自文献的题录。文件首页没有读出题录的，可以在文件的菜单里「编辑题录」，或选定「对应本馆文献」',
}

/** Renders the number of papers by value; a pressed value filters the list. */
export function Statistics({ dataset_id, chosen, onChoose, beside = false }: Props) {
  const statistics = useRead(api.datasets.literatureStatistics, { dataset_id })
  const renderPart = (
    name: string,
    filter: StatisticsFilter,
    counts: Counts,
    shape: ChartProps['shape'] = 'rows',
  ) => (
    <StatisticsPart
      {...{ name, counts, shape }}
      chosen={chosen[filter]}
      onChoose={(value) => onChoose(filter, value)}
    />
  )
  return (
    <aside className={styles.statistics} aria-label="统计">
      <ReadView
        of={statistics}
        what="统计"
        isEmpty={({ total }) => total === 0 && !beside}
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
      {shown.map((each) => (
        <li key={each.value}>
          <button
            type="button"
            className={styles.bar}
            aria-pressed={each.value === chosen}
            onClick={() => onChoose(each.value === chosen ? '' : each.value)}
          >
            <span className={styles.label}>{each.label}</span>
            <span>{formatCount(each.count)}</span>
            <i style={{ '--share': each.count / maxCount }} />
          </button>
        </li>
      ))}
    </ul>
  )
}
