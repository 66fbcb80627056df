import type { Creator } from '@scinav/contract'
import { Fragment, useDeferredValue, useEffect, useMemo } from 'react'
import { useHomeState } from '../../api/specified.state.ts'
import { chineseNameOf } from '../../paper/paper.ts'
import { useNavigablePapers } from '../../paper/paper-navigation.state.ts'
import { PaperRow } from '../../paper/rows/paper-row.tsx'
import type { SearchResult } from '../../search/filter-names.ts'
import { PAGE_SIZE, type Search } from '../../search/search.ts'
import { useDelayed } from '../../ui/timing.ts'
import { peopleByName } from './people.ts'
import styles from './results.module.css'
import { changeSelection, usePaperSelection } from './selection.state.ts'

interface Props {
  result: SearchResult
  search: Search
  /** The id of the paper that keyboard shortcuts act on. */
  current: string | undefined
  /** Called to open the choice between the people who have the author's name. */
  onAuthor: (author: Creator) => void
}

/** Publishes the ids of the papers on the screen, about which the AI assistant can then be asked. */
function usePapersOnScreen({ list }: SearchResult): void {
  useEffect(() => {
    useHomeState.setState({ paperIdList: list.map(({ id }) => id) })
    return () => useHomeState.setState({ paperIdList: [] })
  }, [list])
}

/** Number of hits that the first list of a visit renders first, about what a window shows. */
const FIRST_HITS = 6
/** Later lists are rendered whole, so that the back button finds the position of the scroll. */
let isFirstList = true

/** Renders the hits of one page. Those that lack some of the words follow under a line that says so. */
export function ResultsList({ result, search, current, onAuthor }: Props) {
  usePapersOnScreen(result)
  useNavigablePapers(result.list.map(({ id }) => id))
  const shownHits = useDeferredValue(PAGE_SIZE, isFirstList ? FIRST_HITS : PAGE_SIZE)
  useEffect(() => {
    isFirstList = false
  }, [])
  const selected = usePaperSelection(({ ids }) => ids)
  const people = useMemo(() => peopleByName(result.list), [result.list])
  // People are grouped by their Chinese name, in which papers in both languages agree.
  const peopleOf = (author: Creator) => people.get(chineseNameOf(author)) ?? []
  /** Returns the function that opens the choice; undefined when only one person has the author's name. */
  const authorChoice = (author: Creator) => (peopleOf(author).length > 1 ? () => onAuthor(author) : undefined)
  // `total` counts the hits with all words, which come before all others. This is the index of the first other one on
  // this page: 0 on later pages, and beyond the page's end on earlier ones.
  const firstPartial = Math.max(0, result.total - (search.page - 1) * PAGE_SIZE)
  return (
    <>
      {result.list.slice(0, shownHits).map((hit, index) => (
        <Fragment key={hit.id}>
          {index === firstPartial && result.total_partial > 0 && (
            <p className={styles.partial}>以下为部分匹配</p>
          )}
          <PaperRow
            paper={hit}
            highlights={hit.highlights}
            compact={search.compact}
            selected={selected.includes(hit.id)}
            onSelect={(on) => changeSelection([hit.id], on)}
            current={hit.id === current}
            askWhich={authorChoice}
          />
        </Fragment>
      ))}
    </>
  )
}

/** Time after which the rows appear, in milliseconds; faster answers would only flicker. */
const SKELETON_DELAY_MS = 150

/** Renders gray rows in the shape of hits while a search is running. */
export function HitsSkeleton() {
  const isShown = useDelayed(SKELETON_DELAY_MS)
  return (
    <div role="status" aria-busy="true" className={styles.waiting}>
      <span className="sr-only">正在检索</span>
      {isShown && [0, 1, 2, 3, 4, 5].map((row) => <div key={row} className={styles.ghost} />)}
    </div>
  )
}
