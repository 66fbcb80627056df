import type { ReactNode } from 'react'
import { exportResult } from '../../paper/paper-action.state.ts'
import type { SearchResult } from '../../search/filter-names.ts'
import { type SearchSort, toFilterInput } from '../../search/search.ts'
import { useSearch } from '../../search/use-search.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import fields from '../../ui/fields/field.module.css'
import { formatCount } from '../../ui/figures.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { useMedia } from '../../ui/use-media.ts'
import styles from './results.module.css'

/** The orders of the hits. */
const sorts: { value: SearchSort; name: string }[] = [
  { value: 'relevance', name: '按相关度' },
  { value: 'date', name: '按日期' },
  { value: 'citations', name: '按被引' },
]

/** Media query of windows where `MatchSwitch` is above the hits; in narrower ones it is with the facets. */
export const WIDE_VIEWPORT = '(min-width: 768px)'

/** Formats the only number a narrow window has room for when no paper contains every word. */
const totalOfPartial = ({ total_partial }: SearchResult) =>
  total_partial > 0 ? `部分匹配 ${formatCount(total_partial)} 篇` : '0 篇'

/** Renders the number of papers, the matching mode, the order and the view. `filters` opens the facets. */
export function ResultsBar({ result, filters }: { result: SearchResult | undefined; filters?: ReactNode }) {
  const { search, change } = useSearch()
  const isWide = useMedia(WIDE_VIEWPORT)
  const viewLabel = search.compact ? '显示摘要' : '只显示题名'
  return (
    <div className={styles.bar}>
      {filters}
      <p role="status" className={styles.total}>
        {result && (
          <>
            <strong>
              {isWide || result.total > 0 ? `${formatCount(result.total)} 篇` : totalOfPartial(result)}
            </strong>
            <span className={styles.took}>
              {result.total_partial > 0
                ? `另有部分匹配 ${formatCount(result.total_partial)} 篇`
                : `${Math.max(1, Math.round(result.took_ms))} 毫秒`}
            </span>
          </>
        )}
      </p>
      {isWide && <MatchSwitch />}
      <select
        className={fields.choice}
        data-quiet="true"
        aria-label="排序"
        value={search.sort}
        // The options are exactly the values of this type.
        onChange={(event) => change({ sort: event.target.value as SearchSort })}
      >
        {sorts.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <button
        type="button"
        className={styles.tool}
        aria-label={viewLabel}
        title={viewLabel}
        // The hits stay the same, so the page does; every other change begins with the first one.
        onClick={() => change({ compact: !search.compact, page: search.page })}
      >
        <Icon name={search.compact ? 'rows' : 'list'} />
      </button>
      {result && result.total > 0 && (
        <QuietButton
          icon="export"
          label="导出全部结果"
          onPress={() =>
            exportResult({
              // After a correction, exports the results shown rather than those of the text as written.
              query: result.searched_instead ?? search.q,
              filters: toFilterInput(search.filters),
              exact: search.exact,
              expand: search.expand,
              total: result.total,
            })
          }
        >
          <span className={styles.wideOnly}>导出全部</span>
        </QuietButton>
      )}
    </div>
  )
}

/** Renders the switch between 精确 (words as written) and 模糊 (also inflections, spellings and translations). */
export function MatchSwitch() {
  const { search, change } = useSearch()
  const choices = [
    { exact: true, name: '精确', note: '只找与输入完全一致的词' },
    { exact: false, name: '模糊', note: '同时找词形变化和中英对应的词' },
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons of a switch are no form
    <div className={styles.switch} role="group" aria-label="匹配方式">
      {choices.map(({ exact, name, note }) => (
        <button
          key={name}
          type="button"
          title={note}
          aria-pressed={search.exact === exact}
          onClick={() => change({ exact })}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
