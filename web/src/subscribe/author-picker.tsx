import { api } from '@scinav/contract'
import { Input } from 'antd'
import { useState } from 'react'
import { useRead } from '../api/use-read.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { ReadView } from '../ui/views/read-view.tsx'
import { Choice, type Picking } from './picker.tsx'
import styles from './subscribe.module.css'

/** Authors as the library spells them; the name as it was typed can be followed too. */
export function AuthorPicker(picking: Picking) {
  const [text, setText] = useState('')
  const keyword = useDebounced(text.trim())
  const found = useRead(
    api.papers.suggest,
    { keyword, limit: 50 },
    { enabled: keyword !== '', keepPrevious: true },
  )
  return (
    <>
      <Input
        aria-label="查找作者"
        allowClear
        maxLength={200}
        placeholder="姓名，可用汉字、拼音或缩写"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {keyword !== '' && (
        <ReadView of={found} what="作者">
          {(list) => (
            <div className={styles.choices}>
              {namesIn(list, keyword).map((name) => (
                <Choice key={name} draft={{ kind: 'author', value: name, name }} {...picking} />
              ))}
            </div>
          )}
        </ReadView>
      )}
    </>
  )
}

/** Suggested authors once each, then the words themselves. */
function namesIn(list: { type: string; text: string }[], typed: string): string[] {
  const authors = list.filter(({ type }) => type === 'author').map(({ text }) => text)
  return [...new Set([...authors, typed])]
}
