import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Failure } from '../../api/call.ts'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { doLater } from '../../ui/toasts/do-later.ts'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Pages } from '../../ui/views/pages.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import styles from './manuscript-check.module.css'

/** Rows of a page of earlier work. */
export const EARLIER_PAGE_SIZE = 10

/** Earlier work as a row of a list. */
interface EarlierRow {
  id: string
  name: string
  address: string
  /** What the row says beside the name. */
  facts: ReactNode
}

interface Props<Item> {
  title: string
  of: ComponentProps<typeof ReadView<{ list: Item[]; total: number; page_num: number }>>['of']
  empty: { title: string; note: string }
  page: number
  onPage: (page: number) => void
  /** Returns the row of an item. */
  rowOf: (item: Item) => EarlierRow
  /** Returns what a toast says while the deletion of a row can still be undone. */
  removedText: (name: string) => string
  /** Deletes an item once that can no longer be undone; `keepalive` is set when the page is being left. */
  remove: (id: string, keepalive: boolean) => Promise<{ success: true } | Failure>
}

/** Renders earlier work of the user, newest first, to open or delete. */
export function EarlierList<Item>(props: Props<Item>) {
  const { title, of, empty, page, onPage, rowOf, removedText, remove } = props
  /** Rows whose deletion can still be undone. */
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const shown = (list: readonly Item[]) => list.map(rowOf).filter(({ id }) => !removed.has(id))
  // While a page loads, the data are still those of the page before it.
  const isPageEmpty = of.data?.page_num === page && shown(of.data.list).length === 0
  // When the last row of the last page is deleted, the page before it is shown.
  useEffect(() => {
    if (isPageEmpty && page > 1) onPage(page - 1)
  }, [isPageEmpty, page, onPage])
  const removeLater = ({ id, name }: EarlierRow) => {
    setRemoved((now) => new Set(now).add(id))
    doLater(
      removedText(name),
      async (keepalive) => {
        const answer = await remove(id, keepalive)
        if (!answer.success) toast(`没有删除：${answer.message}`, { tone: 'bad' })
        await of.refetch()
      },
      () => setRemoved((now) => new Set([...now].filter((other) => other !== id))),
    )
  }
  return (
    <section className={styles.earlier} aria-label={title}>
      <h2>{title}</h2>
      <ReadView
        of={of}
        what={title}
        isEmpty={({ list, total }) => total <= removed.size && shown(list).length === 0}
        empty={empty}
      >
        {({ list, total }) => (
          <>
            <ul>
              {shown(list).map((row) => (
                <li key={row.id}>
                  <Link to={row.address}>{row.name}</Link>
                  <span className={styles.quiet}>{row.facts}</span>
                  <QuietButton icon="trash" label={`删除：${row.name}`} onPress={() => removeLater(row)} />
                </li>
              ))}
            </ul>
            <Pages page={page} size={EARLIER_PAGE_SIZE} total={total} onPage={onPage} />
          </>
        )}
      </ReadView>
    </section>
  )
}
