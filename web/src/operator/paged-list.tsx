import { Pagination } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { ReadView } from '../ui/views/read-view.tsx'
import styles from './operator.module.css'

interface ListPage<Row> {
  list: Row[]
  total: number
  page_num: number
  page_size: number
}

type View<Row> = ComponentProps<typeof ReadView<ListPage<Row>>>

interface Props<Row> extends Pick<View<Row>, 'of' | 'what' | 'empty'> {
  /** Renders the rows of a page as one list. */
  children: (list: Row[]) => ReactNode
  onPage: (page_num: number) => void
  size?: 'small'
}

/** Renders one page of a long list with the page numbers below it; `of` is the read of the page. */
export function PagedList<Row>({ of, what, empty, children, onPage, size }: Props<Row>) {
  return (
    <ReadView of={of} what={what} isEmpty={({ total }) => total === 0} {...(empty && { empty })}>
      {({ list, total, page_num, page_size }) => (
        <>
          {children(list)}
          <Pagination
            className={styles.pages ?? ''}
            {...(size && { size })}
            current={page_num}
            pageSize={page_size}
            total={total}
            showSizeChanger={false}
            hideOnSinglePage
            onChange={onPage}
          />
        </>
      )}
    </ReadView>
  )
}
