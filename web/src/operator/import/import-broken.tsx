import { api } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { formatCount } from '../../ui/figures.ts'
import { PagedList } from '../paged-list.tsx'
import styles from './import.module.css'

const PAGE_SIZE = 20

interface Props {
  importId: string
  kind: 'broken' | 'warning'
}

/**
 * Renders the records of an import that could not be read (`broken`) or only with a warning: the line, the reason and the
 * beginning of each.
 */
export function BrokenRecords({ importId, kind }: Props) {
  const [page_num, setPage] = useState(1)
  const broken = useRead(
    api.library.brokenRecords,
    { import_id: importId, kind, page_num, page_size: PAGE_SIZE },
    { keepPrevious: true },
  )
  return (
    <PagedList
      of={broken}
      what={kind === 'broken' ? '无法读取的记录' : '有提示的记录'}
      onPage={setPage}
      size="small"
    >
      {(list) => <BrokenList list={list} />}
    </PagedList>
  )
}

interface BrokenRecord {
  /** Line of the file, counted from 1. */
  line: number
  reason: string
  /** The beginning of the record; `''` when there is none to show. */
  excerpt: string
}

/** Renders rejected records or rows, each with its line and reason. */
export function BrokenList({ list }: { list: BrokenRecord[] }) {
  return (
    <ul className={styles.broken}>
      {list.map(({ line, reason, excerpt }) => (
        <li key={`${line} ${excerpt}`}>
          <span className={styles.lineNumber}>第 {formatCount(line)} 行</span>
          <span>{reason}</span>
          {excerpt && <code>{excerpt}</code>}
        </li>
      ))}
    </ul>
  )
}
