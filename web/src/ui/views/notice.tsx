import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import styles from './notice.module.css'

interface Props {
  tone?: 'info' | 'warning' | 'bad'
  children: ReactNode
  /** Stands at the end: what can be done about it. */
  action?: ReactNode
}

/** A line that must not be overlooked: what to know, and what to do about it. */
export function Notice({ tone = 'info', children, action }: Props) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={tone === 'info' ? 'info' : 'warning'} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  )
}
