import { Button, Input } from 'antd'
import { useState } from 'react'
import type { Picking } from './picker.tsx'
import { Preview } from './preview.tsx'
import styles from './subscribe.module.css'

const LONGEST_NAME = 100

/** A query in the search's own language, with what it would bring while one writes it. */
export function QueryField({ isKnown, isPicked, pick }: Picking) {
  const [text, setText] = useState('')
  const value = text.trim()
  const draft = { kind: 'query' as const, value, name: value.slice(0, LONGEST_NAME) }
  const there = isKnown(draft) || isPicked(draft)
  const take = () => {
    pick(draft)
    setText('')
  }
  return (
    <>
      <Input.TextArea
        aria-label="要订阅的检索式"
        maxLength={2_000}
        autoSize={{ minRows: 2, maxRows: 6 }}
        placeholder="与检索框里的写法相同，如 固态电解质 AND PY>=2020"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.tools}>
        <Preview kind="query" value={value} />
        <Button className={styles.take ?? ''} disabled={value === '' || there} onClick={take}>
          {there ? '已在订阅里' : '选用'}
        </Button>
      </div>
    </>
  )
}
