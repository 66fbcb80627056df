import { inCorners } from '@scinav/contract/quoted'
import { relaxation, type SearchResult } from '../../search/filter-names.ts'
import { useSearch } from '../../search/use-search.ts'
import { formatCount } from '../../ui/figures.ts'
import { Notice } from '../../ui/views/notice.tsx'
import styles from './results.module.css'

/** Renders how the query was interpreted: corrections, warnings, translations, and the effect of a filter. */
export function ResultsNotes({ result }: { result: SearchResult }) {
  const { search, change } = useSearch()
  const { did_you_mean, searched_instead, parsed_query } = result
  return (
    <div className={styles.notes}>
      {searched_instead && (
        <p>
          没有文献含有所写的词，已改为检索{inCorners(searched_instead)}。{' '}
          <button type="button" className={styles.link} onClick={() => change({ as_written: true })}>
            仍按原文检索
          </button>
        </p>
      )}
      {did_you_mean && (
        <p>
          您要找的是不是{' '}
          <button type="button" className={styles.link} onClick={() => change({ q: did_you_mean })}>
            {did_you_mean}
          </button>
        </p>
      )}
      {parsed_query.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      <Expansions result={result} />
      {search.page === 1 && result.total > 0 && <Relaxations result={result} />}
    </div>
  )
}

function Expansions({ result }: { result: SearchResult }) {
  const { search, change } = useSearch()
  const also = [...new Set(result.parsed_query.expansions.flatMap(({ to }) => to))]
  if (search.exact) return null
  if (!search.expand)
    return (
      <p>
        只检索了原词{' '}
        <button type="button" className={styles.link} onClick={() => change({ expand: true })}>
          同时检索中英对应的词
        </button>
      </p>
    )
  if (also.length === 0) return null
  return (
    <p>
      已同时检索 <span className={styles.also}>{also.slice(0, 8).join('、')}</span>{' '}
      <button type="button" className={styles.link} onClick={() => change({ expand: false })}>
        只检索原词
      </button>
    </p>
  )
}

/** Renders how many papers would be added by removing one filter, the most first. */
function Relaxations({ result }: { result: SearchResult }) {
  const { filter } = useSearch()
  const hints = result.relax.filter((hint) => hint.count > 0).toSorted((a, b) => b.count - a.count)
  return hints.slice(0, 2).map((hint) => {
    const { name, off } = relaxation(hint.filter)
    return (
      <p key={hint.filter}>
        <button type="button" className={styles.link} onClick={() => filter(off)}>
          去掉{name}
        </button>
        可多得 {formatCount(hint.count)} 篇
      </p>
    )
  })
}
