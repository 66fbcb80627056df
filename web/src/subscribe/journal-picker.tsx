import { api } from '@scinav/contract'
import { Input } from 'antd'
import { useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { count } from '../ui/figures.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { ReadView } from '../ui/views/read-view.tsx'
import { Choice, type Picking } from './picker.tsx'
import styles from './subscribe.module.css'

/** Journals by title or ISSN; those with most papers before anything is typed. */
export function JournalPicker(picking: Picking) {
  const [text, setText] = useState('')
  const query = useDebounced(text.trim())
  const journals = useRead(
    api.papers.journals,
    { query, sort: 'papers', page_num: 1, page_size: 30 },
    { keepPrevious: true },
  )
  return (
    <>
      <Input
        aria-label="查找期刊"
        allowClear
        maxLength={300}
        placeholder="刊名或 ISSN"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ReadView
        of={journals}
        what="期刊"
        isEmpty={(page) => page.total === 0}
        empty={{ title: '没有找到这种期刊', note: '换一个名称，或用 ISSN 查找' }}
      >
        {(page) => (
          <div className={styles.choices}>
            {page.list.map(({ id, title, paper_count }) => (
              <Choice
                key={id}
                draft={{ kind: 'journal', value: title, name: title }}
                note={`${count(paper_count)} 篇`}
                {...picking}
              />
            ))}
          </div>
        )}
      </ReadView>
    </>
  )
}
