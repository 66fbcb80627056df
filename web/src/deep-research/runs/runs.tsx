import { api } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useState } from 'react'
import { useRead } from '../../api/use-read.ts'
import fields from '../../ui/fields/field.module.css'
import { useDebounced } from '../../ui/timing.ts'
import { Pages } from '../../ui/views/pages.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { RunRow } from './run-row.tsx'
import styles from './runs.module.css'

const PAGE_SIZE = 20

/** Renders the user's research runs, running ones included: searchable by title and question. */
export function Runs({ current = '' }: { current?: string }) {
  const [text, setText] = useState('')
  const [page_num, setPage] = useState(1)
  const keyword = useDebounced(text.trim())
  const runs = useRead(
    api.deepResearch.runs,
    { page_num, page_size: PAGE_SIZE, keyword },
    { keepPrevious: true },
  )
  const isBare = runs.data?.total === 0 && keyword === ''
  return (
    <>
      {!isBare && (
        <input
          type="search"
          className={fields.field}
          aria-label="在历次报告里找"
          placeholder="题目或问题"
          maxLength={200}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setPage(1)
          }}
        />
      )}
      <ReadView of={runs} what="历次报告">
        {({ list, total }) =>
          total === 0 ? (
            <p className={styles.none}>
              {keyword
                ? `没有与${inCorners(keyword)}相符的报告`
                : '还没有报告。研究过的问题会列在这里，中途离开也能回来接着看。'}
            </p>
          ) : (
            <>
              <ul>
                {list.map((run) => (
                  <RunRow key={run.run_id} run={run} isCurrent={run.run_id === current} />
                ))}
              </ul>
              {total > PAGE_SIZE && <Pages page={page_num} size={PAGE_SIZE} total={total} onPage={setPage} />}
            </>
          )
        }
      </ReadView>
    </>
  )
}
