import { api } from '@scinav/contract'
import { Pagination } from 'antd'
import { useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { count } from '../ui/figures.ts'
import { ReadView } from '../ui/read-view.tsx'
import styles from './import.module.css'

const PAGE = 20

/** The records of an import that could not be read: where they stand, why, how they begin. */
export function ImportBroken({ importId }: { importId: string }) {
  const [page_num, setPage] = useState(1)
  const broken = useRead(
    api.library.brokenRecords,
    { import_id: importId, page_num, page_size: PAGE },
    { keepPrevious: true },
  )
  return (
    <ReadView of={broken} what="无法读取的记录">
      {(page) => (
        <>
          <BrokenList list={page.list} />
          <Pagination
            className={styles.pages ?? ''}
            size="small"
            current={page.page_num}
            pageSize={PAGE}
            total={page.total}
            showSizeChanger={false}
            hideOnSinglePage
            onChange={setPage}
          />
        </>
      )}
    </ReadView>
  )
}

interface Broken {
  line: number
  reason: string
  excerpt: string
}

/** Records or rows that were refused, each with its line and reason. */
export function BrokenList({ list }: { list: Broken[] }) {
  return (
    <ul className={styles.broken}>
      {list.map(({ line, reason, excerpt }) => (
        <li key={`${line} ${excerpt}`}>
          <span className={styles.lineNumber}>第 {count(line)} 行</span>
          <span>{reason}</span>
          {excerpt && <code>{excerpt}</code>}
        </li>
      ))}
    </ul>
  )
}
