import { api, type OutputOf } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import type { Facets } from '../../search/filter-names.ts'
import { toFilterInput } from '../../search/search.ts'
import { useSearch } from '../../search/use-search.ts'
import { formatCount } from '../../ui/figures.ts'
import styles from './facets.module.css'
import { YearFilter } from './year-filter.tsx'

/** Maximum length of a query that the call accepts. */
const MAX_QUERY_CHARS = 2_000
const MAX_TERMS = 8
/** Ratio of recent to earlier papers from which a term counts as growing, or as shrinking. */
const GROWING = 1.2
const SHRINKING = 0.8

/** Renders an overview next to the hits: their years and their frequent terms. Everything filters. */
export function Insights({ facets }: { facets: Facets }) {
  return (
    <aside className={styles.insights} aria-label="结果概览">
      <YearFilter years={facets.year.list} />
      <Interests />
    </aside>
  )
}

type Interest = OutputOf<typeof api.papers.interests>[number]

/** Renders terms that are characteristic of the hits; choosing one adds it to the search. */
function Interests() {
  const { search, change } = useSearch()
  const { q, filters, exact, expand } = search
  const hasQuery = q.trim() !== '' && q.length <= MAX_QUERY_CHARS
  const { data } = useRead(
    api.papers.interests,
    { query: q, filters: toFilterInput(filters), exact, expand },
    { enabled: hasQuery, keepPrevious: true },
  )
  const terms = hasQuery ? (data ?? []).slice(0, MAX_TERMS).toSorted((a, b) => b.count - a.count) : []
  if (terms.length === 0) return null
  const highest = Math.max(...terms.map((one) => one.count), 1)
  return (
    <section aria-labelledby="interests-title">
      <h2 id="interests-title">相关主题</h2>
      <ul className={styles.terms}>
        {terms.map((one) => (
          <li key={one.term}>
            <button type="button" onClick={() => change({ q: `${q} "${one.term}"` })} title={growthText(one)}>
              <span>{one.term}</span>
              <span className={styles.termCount}>{formatCount(one.count)}</span>
              <i style={{ '--share': `${(one.count / highest) * 100}%` }} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Formats how recent years compare with earlier ones. */
function growthText({ growth, count: papers }: Interest): string {
  const trend = growth >= GROWING ? '，近年增多' : growth <= SHRINKING ? '，近年减少' : ''
  return `${formatCount(papers)} 篇${trend}`
}
