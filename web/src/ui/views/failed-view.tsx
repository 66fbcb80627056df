import { type ReactNode, useState } from 'react'
import { ActionButton } from '../buttons/action-button.tsx'
import { LinePicture } from './line-picture.tsx'
import styles from './state-view.module.css'

interface Props {
  title: string
  note?: string
  action?: { name: string; run: () => void }
  /** For the person who has to report it: request id, problem, time. */
  details?: string
  children?: ReactNode
}

/** What happened, what to do about it, and behind 详情 what to tell the operator. */
export function FailedView({ title, note, action, details, children }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.state} role="alert">
      <LinePicture name="broken" />
      <h2>{title}</h2>
      {note && <p>{note}</p>}
      {action && <ActionButton name={action.name} onPress={action.run} primary />}
      {children}
      {details && (
        <button
          type="button"
          className={styles.details}
          aria-expanded={open}
          onClick={() => setOpen((now) => !now)}
        >
          详情
        </button>
      )}
      {details && open && <code>{details}</code>}
    </div>
  )
}
