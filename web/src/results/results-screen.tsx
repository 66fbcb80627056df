import { api, type Creator } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { readOptions, useRead } from '../api/use-read.ts'
import { usePaperAddress } from '../paper/addresses.ts'
import { useQuickKeep } from '../paper/keep/use-quick-keep.ts'
import { citePapers } from '../paper/paper-action.state.ts'
import type { SearchResult } from '../search/filter-names.ts'
import { PAGE_SIZE, readSearch, type Search, toSearchInput } from '../search/search.ts'
import { isEverywhere, useSearch, useSearchScope } from '../search/use-search.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { useSetPageName } from '../ui/page-name.state.ts'
import { useMedia } from '../ui/use-media.ts'
import { useRowKeys } from '../ui/use-row-keys.ts'
import { Pages } from '../ui/views/pages.tsx'
import { ReadView } from '../ui/views/read-view.tsx'
import { FacetColumn } from './facets/facet-column.tsx'
import { FilterChips, FiltersButton } from './facets/filter-chips.tsx'
import { Insights } from './facets/insights.tsx'
import styles from './hits/results.module.css'
import { ResultsBar } from './hits/results-bar.tsx'
import { HitsSkeleton, ResultsList } from './hits/results-list.tsx'
import { NoHits, ResultsNotes } from './hits/results-notes.tsx'
import { bindSelectionToQuery, changeSelection, usePaperSelection } from './hits/selection.state.ts'
import { PaperSelectionBar } from './hits/selection-bar.tsx'
import { useSearchLog } from './hits/use-search-log.ts'
import { ResultsTop } from './results-top.tsx'

const FederatedResults = lazyPart(() =>
  import('./federated/federated-results.tsx').then((m) => m.FederatedResults),
)
const AuthorPanel = lazyPart(() => import('./hits/author-panel.tsx').then((m) => m.AuthorPanel))

/** Runs the search in the address of this screen. */
export function prefetchResults(cache: QueryClient, query: URLSearchParams): Promise<void> | undefined {
  if (isEverywhere(query)) return undefined
  return cache.prefetchQuery(readOptions(api.papers.search, toSearchInput(readSearch(query))))
}

/** Renders the results of a search: in the library, or everywhere. */
export function ResultsScreen() {
  const { everywhere } = useSearchScope()
  const { search } = useSearch()
  useSetPageName(search.q || '检索结果')
  return (
    <div className={styles.screen}>
      <h1 className="sr-only">检索结果</h1>
      <ResultsTop />
      {everywhere ? (
        <Suspense fallback={<HitsSkeleton />}>
          <FederatedResults />
        </Suspense>
      ) : (
        <LibraryResults />
      )}
    </div>
  )
}

/**
 * Renders facets at the left, hits in the middle, years and terms at the right. Where the window has no room for all
 * three, the years are with the facets, and these in a drawer that a button opens.
 */
function LibraryResults() {
  const { search } = useSearch()
  const found = useRead(api.papers.search, toSearchInput(search), { keepPrevious: true })
  /** The result of this search; undefined while that of the previous one is still shown. */
  const fresh = found.isPlaceholderData ? undefined : found.data
  const { showsFacets, showsInsights } = useVisibleColumns()
  useSearchLog(search, fresh?.total)
  useEffect(() => bindSelectionToQuery(search.q.trim()), [search.q])
  useIdentifierRedirect(search, fresh)

  const facets = found.data?.facets ?? null
  // The hits are shown first: what counts them takes longer to render.
  const counted = useDeferredValue(facets, null)
  const facetColumn = (
    <FacetColumn facets={counted} countedHits={found.data?.facets_of ?? 'all'} withYears={!showsInsights} />
  )
  return (
    <div className={styles.columns} data-columns={1 + Number(showsFacets) + Number(showsInsights)}>
      {showsFacets && (
        <aside className={styles.facets} aria-label="筛选">
          {facetColumn}
        </aside>
      )}
      <section className={styles.hits} aria-label="文献" data-stale={found.isPlaceholderData}>
        <ResultsBar
          result={found.data}
          filters={!showsFacets && <FiltersButton>{facetColumn}</FiltersButton>}
        />
        <FilterChips facets={facets} />
        <ReadView of={found} what="检索结果" skeleton={<HitsSkeleton />}>
          {(result) => <Hits result={result} search={search} />}
        </ReadView>
      </section>
      {showsInsights && counted && <Insights facets={counted} />}
    </div>
  )
}

/** Media queries of the windows in which the facets fit next to the hits, alone or with an open paper besides. */
const FACETS_FIT = { alone: '(min-width: 1024px)', besidePaper: '(min-width: 1760px)' }
/** The same for the insights. */
const INSIGHTS_FIT = { alone: '(min-width: 1360px)', besidePaper: '(min-width: 2200px)' }

/** Returns which columns fit next to the hits. */
function useVisibleColumns() {
  const { paper } = usePaperAddress()
  const shown = paper ? 'besidePaper' : 'alone'
  const showsFacets = useMedia(FACETS_FIT[shown])
  const showsInsights = useMedia(INSIGHTS_FIT[shown])
  return { showsFacets, showsInsights }
}

/** Opens the record when the query is an identifier with exactly one hit. */
function useIdentifierRedirect({ q }: Search, result: SearchResult | undefined): void {
  const { open } = usePaperAddress()
  /** The query whose record was opened last, so that a record the user closes stays closed. */
  const opened = useRef('')
  const only = result?.parsed_query.identifier && result.list.length === 1 ? result.list[0]?.id : undefined
  useEffect(() => {
    if (!only || opened.current === q) return
    opened.current = q
    open(only)
  }, [only, q, open])
}

/** Renders one page of hits with what is above and below it, and the choice between authors of one name. */
function Hits({ result, search }: { result: SearchResult; search: Search }) {
  const { change } = useSearch()
  const current = useResultKeys(result)
  /** The author whose namesakes are offered. */
  const [author, setAuthor] = useState<Creator>()
  // The pages run through the full hits and then through the partial ones.
  const pagedTotal = result.total + result.total_partial
  const turnPage = (page: number) => {
    change({ page })
    scrollTo({ top: 0 })
  }
  return (
    <>
      <ResultsNotes result={result} />
      {pagedTotal === 0 && <NoHits result={result} />}
      <ResultsList result={result} search={search} current={current} onAuthor={setAuthor} />
      <PaperSelectionBar page={result.list.map(({ id }) => id)} />
      <Pages page={search.page} size={PAGE_SIZE} total={pagedTotal} onPage={turnPage} />
      {author && (
        <Suspense>
          <AuthorPanel author={author} papers={result.list} onClose={() => setAuthor(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Adds the shortcut keys of the hits; returns the id of the paper that they act on, undefined for none. */
function useResultKeys({ list }: SearchResult): string | undefined {
  const { open } = usePaperAddress()
  const keep = useQuickKeep()
  return useRowKeys(
    list.map(({ id }) => id),
    {
      select: (id) => changeSelection([id], !usePaperSelection.getState().ids.includes(id)),
      open,
      cite: (id) => citePapers([id]),
      keep: (id) => list.filter((paper) => paper.id === id).forEach(keep),
    },
  )
}
