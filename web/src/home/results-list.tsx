import type { Creator } from '@scinav/contract'
import { Fragment, type RefObject } from 'react'
import { PaperRow } from '../ui/paper/paper-row.tsx'
import type { Result } from './filter-names.ts'
import styles from './results.module.css'
import { PAGE_SIZE, type Search } from './search.ts'
import { choose, useSelection } from './selection.state.ts'

interface Props {
  result: Result
  search: Search
  /** The row the keys act on. */
  current: string | undefined
  onCurrent: (id: string) => void
  onAuthor: (author: Creator) => void
  list: RefObject<HTMLDivElement | null>
}

/** The hits of one page. Those that lack some of the words stand under a line that says so. */
export function ResultsList({ result, search, current, onCurrent, onAuthor, list }: Props) {
  const selected = useSelection(({ ids }) => ids)
  const partialFrom = Math.max(0, result.total - (search.page - 1) * PAGE_SIZE)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches where the focus is
    <div ref={list} onFocus={(event) => onCurrent(paperAt(event.target) ?? '')}>
      {result.list.map((hit, place) => (
        <Fragment key={hit.id}>
          {place === partialFrom && result.total_partial > 0 && (
            <p className={styles.partial}>以下为部分匹配</p>
          )}
          <PaperRow
            paper={hit}
            highlights={hit.highlights}
            compact={search.compact}
            selected={selected.includes(hit.id)}
            onSelect={(on) => choose([hit.id], on)}
            current={hit.id === current}
            onAuthor={onAuthor}
          />
        </Fragment>
      ))}
    </div>
  )
}

const paperAt = (element: Element): string | undefined =>
  element.closest<HTMLElement>('[data-paper]')?.dataset.paper
