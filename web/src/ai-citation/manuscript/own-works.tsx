import { MAX_REFERENCE_LIST_CHARS } from '@scinav/contract'
import { useState } from 'react'
import styles from './form.module.css'
import { setWorks, useManuscript } from './manuscript.state.ts'

/** Renders the input for works of the user's own, which can be cited whether or not the library has them. */
export function OwnWorks() {
  const { works } = useManuscript()
  // Keeps the section open when the field is cleared, so that typing can continue.
  const [isWritten, setWritten] = useState(false)
  return (
    <details className={styles.own} open={isWritten || works !== ''}>
      <summary>自己的文献（可不填）</summary>
      <textarea
        className={styles.list}
        aria-label="自己的文献"
        value={works}
        maxLength={MAX_REFERENCE_LIST_CHARS}
        rows={6}
        placeholder="粘贴 BibTeX、RIS 或 EndNote 题录；本馆文献中没有的也会成为候选，按题录里的信息编入参考文献"
        onChange={({ target }) => {
          setWritten(true)
          setWorks(target.value)
        }}
      />
    </details>
  )
}
