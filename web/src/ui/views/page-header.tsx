import type { ReactNode, Ref } from 'react'
import { useSetPageName } from '../page-name.state.ts'
import styles from './page-header.module.css'

interface Props {
  title: string
  note?: ReactNode
  /** The screen's one primary action, and quiet ones beside it. */
  actions?: ReactNode
  /** The title as a place for the focus, where what had it goes. */
  heading?: Ref<HTMLHeadingElement>
}

/** So many characters leave no room for buttons beside them on a phone. */
const LONG_TITLE_CHARS = 12

/** A screen's title, also on the browser's tab, one line about it, and what can be done with the whole of it. */
export function PageHeader({ title, note, actions, heading }: Props) {
  useSetPageName(title)
  return (
    <header className={styles.header}>
      <h1 data-long={title.length > LONG_TITLE_CHARS} {...(heading && { ref: heading, tabIndex: -1 })}>
        {title}
      </h1>
      {note && <p>{note}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
