import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import styles from './views.module.css'

interface Props {
  tone?: 'info' | 'warning' | 'bad'
  children: ReactNode
  /** Shown at the end: an action on the notice. */
  action?: ReactNode
}

/** Renders a prominent notice with an optional action. */
export function Notice({ tone = 'info', children, action }: Props) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={tone === 'info' ? 'info' : 'warning'} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  )
}
