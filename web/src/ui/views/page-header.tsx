import type { ReactNode, Ref } from 'react'
import { useSetPageName } from '../page-name.state.ts'
import styles from './views.module.css'

interface Props {
  title: string
  note?: ReactNode
  /** The screen's primary action, and secondary ones next to it. */
  actions?: ReactNode
  /** Makes the title focusable, so that it can receive the focus when the focused element disappears. */
  heading?: Ref<HTMLHeadingElement>
}

/** A longer title leaves no room for buttons next to it on a phone. */
const MAX_SHORT_TITLE_CHARS = 12

/** Renders a screen's title (also set on the browser tab), one line about it, and the actions on the whole screen. */
export function PageHeader({ title, note, actions, heading }: Props) {
  useSetPageName(title)
  return (
    <header className={styles.header}>
      <h1 data-long={title.length > MAX_SHORT_TITLE_CHARS} {...(heading && { ref: heading, tabIndex: -1 })}>
        {title}
      </h1>
      {note && <p>{note}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}
