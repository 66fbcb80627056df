import { useState } from 'react'
import { PAGE_SIZE } from '../../search/search.ts'
import { useSearch } from '../../search/use-search.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { formatCount } from '../../ui/figures.ts'
import { Pages } from '../../ui/views/pages.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { EmptyView } from '../../ui/views/state-view.tsx'
import { FilterChips } from '../facets/filter-chips.tsx'
import results from '../hits/results.module.css'
import { HitsSkeleton } from '../hits/results-list.tsx'
import { useSearchLog } from '../hits/use-search-log.ts'
import { EngineColumn } from './engine-column.tsx'
import styles from './federated.module.css'
import { type EngineRow, type FederatedResult, useFederated } from './federated.ts'
import { FederatedHits } from './federated-hits.tsx'
import { FederatedNotices } from './federated-notices.tsx'
import { KeepingBar } from './keeping-bar.tsx'

/** Renders the federated search: the engines with their states, and one list of all hits. */
export function FederatedResults() {
  const { search, change } = useSearch()
  const { known, all, shown, rows } = useFederated(search)
  /** Keys of the selected hits of all pages. */
  const [chosen, setChosen] = useState<readonly string[]>([])
  useSearchLog(search, all.data?.total)
  const waiting = rows.filter(({ state }) => state === 'asking').length
  // The search waits for the engines; when these cannot be read, that failure is shown.
  const shownRead = known.data === undefined && known.error ? known : all
  const turnPage = (page: number) => {
    change({ page })
    scrollTo({ top: 0 })
  }
  return (
    <div className={results.columns} data-columns="2">
      <aside>
        <EngineColumn rows={rows} />
      </aside>
      <section className={results.hits} aria-label="文献">
        <FederatedBar shown={shown} waiting={waiting} />
        <FilterChips facets={null} />
        {search.q.trim() === '' ? (
          <EmptyView title="全网检索需要检索词" note="在上面输入题名、关键词、作者或 DOI" />
        ) : (
          <ReadView of={{ ...shownRead, data: shown }} what="检索结果" skeleton={<HitsSkeleton />}>
            {(answer) => (
              <>
                {all.data && <FederatedNotices answer={all.data} onRetry={() => void all.refetch()} />}
                {answer.list.length === 0 && waiting === 0 && <NothingFound rows={rows} />}
                <FederatedHits answer={answer} rows={rows} chosen={chosen} onChoose={setChosen} />
                <KeepingBar hits={answer.list} chosen={chosen} onChoose={setChosen} />
                <Pages page={search.page} size={PAGE_SIZE} total={all.data?.total ?? 0} onPage={turnPage} />
              </>
            )}
          </ReadView>
        )}
      </section>
    </div>
  )
}

/** Renders the number of papers and duplicates, and the engines still running. */
function FederatedBar({ shown, waiting }: { shown: FederatedResult | undefined; waiting: number }) {
  return (
    <div className={results.bar}>
      <p role="status" className={results.total}>
        {shown && <strong>{formatCount(shown.total)} 篇</strong>}
        <span className={styles.progress}>
          {waiting > 0 && `还在等 ${waiting} 个检索来源`}
          {shown && waiting === 0 && mergedText(shown)}
        </span>
      </p>
    </div>
  )
}

/** Formats how many duplicates were merged, and how long the search took. */
function mergedText({ merged, took_ms }: FederatedResult): string {
  const seconds = `${Math.max(0.1, took_ms / 1000).toFixed(1)} 秒`
  return merged.duplicates > 0 ? `${merged.of} 条中合并了 ${merged.duplicates} 条重复 · ${seconds}` : seconds
}

/** Renders an empty result: that no engine has found anything, or that some have not responded. */
function NothingFound({ rows }: { rows: readonly EngineRow[] }) {
  const { search, change } = useSearch()
  const silent = rows.filter(({ chosen, state }) => chosen && state !== 'ok').length
  return (
    <>
      <EmptyView
        title={silent > 0 ? '能答复的检索来源都没有找到' : '所有检索来源都没有找到'}
        note={
          silent > 0
            ? `还有 ${silent} 个检索来源没有答复，结果可能不完整`
            : '检查有没有错字，或换一个更常用的词、它的英文'
        }
      />
      {Object.keys(search.filters).length > 0 && (
        <ActionButton name="清除全部筛选" onPress={() => change({ filters: {} })} />
      )}
    </>
  )
}
