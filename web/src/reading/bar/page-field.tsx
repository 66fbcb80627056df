import { type FormEvent, useState } from 'react'
import styles from './desk.module.css'

interface Props {
  page: number
  pages: number
  onPage: (page: number) => void
}

/** Renders the page number as an editable field. Typed text is kept while the page changes. */
export function PageField({ page, pages, onPage }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const go = (event: FormEvent) => {
    event.preventDefault()
    const number = Number(typed)
    setTyped(null)
    if (Number.isInteger(number) && number >= 1) onPage(Math.min(number, pages))
  }
  return (
    <form className={styles.page} onSubmit={go}>
      <input
        aria-label={`页码，共 ${pages} 页`}
        inputMode="numeric"
        maxLength={5}
        value={typed ?? String(page)}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => setTyped(null)}
        onFocus={({ target }) => target.select()}
      />
      <span>/ {pages}</span>
    </form>
  )
}
