import { api, type OutputOf } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { count } from '../../ui/figures.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from './statistics.module.css'

type Counts = OutputOf<typeof api.datasets.literatureStatistics>['year']

/** What papers can be narrowed by, as the address names it. */
export const filters = ['year', 'resource_type', 'source', 'author', 'term'] as const
export type Filter = (typeof filters)[number]

const MOST_SHOWN = 8

interface Props {
  dataset_id: string
  chosen: Record<Filter, string>
  onChoose: (filter: Filter, value: string) => void
}

/** How many papers have each value; a value that is pressed shows just those. */
export function Statistics({ dataset_id, chosen, onChoose }: Props) {
  const statistics = useRead(api.datasets.literatureStatistics, { dataset_id })
  const part = (name: string, filter: Filter, counts: Counts) => (
    <Bars name={name} counts={counts} chosen={chosen[filter]} onChoose={(value) => onChoose(filter, value)} />
  )
  return (
    <aside className={styles.statistics} aria-label="统计">
      <ReadView of={statistics} what="统计">
        {({ counted, total, year, resource_type, source, author, keyword }) => (
          <>
            {counted < total && <p className={styles.figures}>按最近加入的 {count(counted)} 篇统计</p>}
            {part('年份', 'year', year.toReversed())}
            {part('关键词', 'term', keyword)}
            {part('来源', 'source', source)}
            {part('作者', 'author', author)}
            {part('类型', 'resource_type', resource_type)}
          </>
        )}
      </ReadView>
    </aside>
  )
}

interface BarsProps {
  name: string
  counts: Counts
  chosen: string
  onChoose: (value: string) => void
}

/** The first values, each with a bar as long as its share of the largest; a chosen one is always among them. */
function Bars({ name, counts, chosen, onChoose }: BarsProps) {
  if (counts.length === 0) return null
  const most = Math.max(...counts.map((each) => each.count))
  const shown = counts.filter(({ value }, at) => at < MOST_SHOWN || value === chosen)
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
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
              <span>{count(each.count)}</span>
              <i style={{ '--share': each.count / most }} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
