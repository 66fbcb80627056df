import type { ReactNode } from 'react'
import styles from './desk.module.css'

interface Props {
  children: ReactNode
  /** Shown at the end: actions on the whole text. */
  tools: ReactNode
}

/** Renders the toolbar above a text in the reader. */
export function DeskBar({ children, tools }: Props) {
  return (
    <div className={styles.bar} role="toolbar" aria-label="阅读工具">
      {children}
      <span className={styles.gap} />
      <span className={styles.tools}>{tools}</span>
    </div>
  )
}
