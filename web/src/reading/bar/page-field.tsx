import { type FormEvent, useEffect, useState } from 'react'
import styles from './desk.module.css'

interface Props {
  page: number
  pages: number
  onPage: (page: number) => void
}

/** Which page of how many; another number goes there. */
export function PageField({ page, pages, onPage }: Props) {
  const [text, setText] = useState(String(page))
  useEffect(() => setText(String(page)), [page])
  const go = (event: FormEvent) => {
    event.preventDefault()
    const number = Number(text)
    if (Number.isInteger(number) && number >= 1) onPage(Math.min(number, pages))
    else setText(String(page))
  }
  return (
    <form className={styles.page} onSubmit={go}>
      <input
        aria-label={`页码，共 ${pages} 页`}
        inputMode="numeric"
        maxLength={5}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => setText(String(page))}
        onFocus={({ target }) => target.select()}
      />
      <span>/ {pages}</span>
    </form>
  )
}
