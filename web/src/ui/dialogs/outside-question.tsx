import type { ReactNode } from 'react'
import styles from './dialogs.module.css'
import { PlainPanel } from './plain-panel.tsx'

interface Props {
  title: string
  /** What is sent, and to whom. */
  children: ReactNode
  /** The choices of the user. */
  actions: ReactNode
  /** Small print below the actions. */
  foot?: ReactNode
  onClose: () => void
}

/** Renders the consent dialog shown before text is first sent to an outside model. */
export function OutsideQuestion({ title, children, actions, foot, onClose }: Props) {
  return (
    <PlainPanel title={title} width={520} fit onClose={onClose}>
      <div className={styles.notice}>
        {children}
        <div className={styles.actions}>{actions}</div>
        {foot && <p className={styles.quiet}>{foot}</p>}
      </div>
    </PlainPanel>
  )
}
