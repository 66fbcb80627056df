import { api, type OutputOf } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import type { Facets } from '../../search/filter-names.ts'
import { toFilterInput } from '../../search/search.ts'
import { useSearch } from '../../search/use-search.ts'
import { formatCount } from '../../ui/figures.ts'
import styles from './facets.module.css'
import { YearFilter } from './year-filter.tsx'

/** Maximum length of a query that the server accepts, in characters. */
const MAX_QUERY_CHARS = 2_000
/** Maximum number of terms shown. */
const MAX_TERMS = 8
/** Least ratio of recent to earlier papers at which a term counts as growing, a matter of judgment. */
const MIN_GROWING_RATIO = 1.2
/** Greatest ratio at which it counts as shrinking. */
const MAX_SHRINKING_RATIO = 0.8

/** Renders an overview next to the hits: their years, which filter them, and related terms, which narrow the query. */
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
  const highest = Math.max(...terms.map(({ count }) => count), 1)
  return (
    <section aria-labelledby="interests-title">
      <h2 id="interests-title">相关主题</h2>
      <ul className={styles.terms}>
        {terms.map((interest) => (
          <li key={interest.term}>
            <button
              type="button"
              onClick={() => change({ q: `${q} "${interest.term}"` })}
              title={growthText(interest)}
            >
              <span>{interest.term}</span>
              <span className={styles.termCount}>{formatCount(interest.count)}</span>
              <i style={{ '--share': `${(interest.count / highest) * 100}%` }} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Formats the number of papers on a term, and whether they have become more or fewer in recent years. */
function growthText({ growth, count: papers }: Interest): string {
  const text = `${formatCount(papers)} 篇`
  if (growth >= MIN_GROWING_RATIO) return `${text}，近年增多`
  return growth <= MAX_SHRINKING_RATIO ? `${text}，近年减少` : text
}
