import type { ReadableText } from '../state/target.ts'
import styles from './desk.module.css'

interface Props {
  entries: ReadableText['outline']
  page: number
  onPage: (page: number) => void
}

/** Renders the headings of a document; each goes to its page. */
export function DocumentOutline({ entries, page, onPage }: Props) {
  const current = entries.findLastIndex((entry) => entry.page !== null && entry.page <= page)
  return (
    <nav className={styles.outline} aria-label="目录">
      {entries.map(({ title, level, page: to }, at) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may say the same
          key={at}
          type="button"
          aria-current={at === current ? 'location' : undefined}
          style={{ paddingInlineStart: 12 + Math.min(level - 1, 5) * 12 }}
          onClick={() => to !== null && onPage(to)}
        >
          {title}
        </button>
      ))}
    </nav>
  )
}
