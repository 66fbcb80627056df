import { api } from '@scinav/contract'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import { count } from '../../ui/figures.ts'
import { PagedList } from '../paged-list.tsx'
import { usePolling } from '../use-polling.ts'
import styles from './import.module.css'
import { ImportRunRow, isGoing } from './import-run-row.tsx'

const PAGE = 10

/** The imports there were, newest first; the ones under way count as one looks. */
export function ImportRuns() {
  const [page_num, setPage] = useState(1)
  const runs = useRead(api.library.imports, { page_num, page_size: PAGE }, { keepPrevious: true })
  usePolling(runs.data?.list.some(isGoing) ?? false, runs.refetch)

  return (
    <section className={styles.runs} aria-label="导入记录">
      <h3>
        导入记录
        {runs.data && <span className={styles.quiet}>文献库现有 {count(runs.data.paper_count)} 篇</span>}
      </h3>
      <PagedList
        of={runs}
        what="导入记录"
        onPage={setPage}
        empty={{ title: '还没有导入过文献', note: '把题录文件拖到上面，上传后开始导入', picture: 'shelf' }}
      >
        {(list) => (
          <ul>
            {list.map((run) => (
              <ImportRunRow key={run.id} run={run} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
