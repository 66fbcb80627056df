import { inCorners } from '@scinav/contract/quoted'
import { activeFilters, relaxation, type SearchResult } from '../../search/filter-names.ts'
import { useSearch, useSearchScope } from '../../search/use-search.ts'
import { formatCount } from '../../ui/figures.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { EmptyView } from '../../ui/views/state-view.tsx'
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

/** Maximum number of equivalents named. */
const MAX_NAMED_TERMS = 8

/** Renders the equivalents that were searched too, with the switch to leave them out. */
function Expansions({ result }: { result: SearchResult }) {
  const { search, change } = useSearch()
  const addedTerms = [...new Set(result.parsed_query.expansions.flatMap(({ to }) => to))]
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
  if (addedTerms.length === 0) return null
  return (
    <p>
      已同时检索 <span className={styles.also}>{addedTerms.slice(0, MAX_NAMED_TERMS).join('、')}</span>{' '}
      <button type="button" className={styles.link} onClick={() => change({ expand: false })}>
        只检索原词
      </button>
    </p>
  )
}

/** Maximum number of filters whose removal is proposed. */
const MAX_RELAXATIONS = 2

/** Renders the filters whose removal would add papers, with their number, the most first. */
function Relaxations({ result }: { result: SearchResult }) {
  const { filter } = useSearch()
  const hints = result.relax.filter((hint) => hint.count > 0).toSorted((a, b) => b.count - a.count)
  return hints.slice(0, MAX_RELAXATIONS).map((hint) => {
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

/** Renders an empty result with the single change to the search that is most likely to help. */
export function NoHits({ result }: { result: SearchResult }) {
  const { search, change, filter } = useSearch()
  const { setEverywhere } = useSearchScope()
  const { did_you_mean } = result
  const [hint] = result.relax.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
  const title = '没有找到符合条件的文献'
  if (hint) {
    const { name, off } = relaxation(hint.filter)
    return (
      <EmptyView
        title={title}
        note={`去掉${name}可多得 ${formatCount(hint.count)} 篇`}
        action={{ name: `去掉${name}`, run: () => filter(off) }}
      />
    )
  }
  if (did_you_mean)
    return (
      <EmptyView
        title={title}
        note={`您要找的是不是${inCorners(did_you_mean)}`}
        action={{ name: `检索${inCorners(did_you_mean)}`, run: () => change({ q: did_you_mean }) }}
      />
    )
  if (activeFilters(search.filters).length > 0)
    return (
      <EmptyView
        title={title}
        note="去掉筛选，看看全部结果"
        action={{ name: '清除全部筛选', run: () => change({ filters: {} }) }}
      />
    )
  if (search.exact)
    return (
      <EmptyView
        title={title}
        note="精确匹配只找与输入完全一致的词"
        action={{ name: '改用模糊匹配', run: () => change({ exact: false }) }}
      />
    )
  return (
    <EmptyView
      title={title}
      note="检查有没有错字，换一个更常用的词或它的英文，也可以到站外检索"
      action={{ name: '全网检索', run: () => setEverywhere(true) }}
    />
  )
}
