import { type ReactNode, useId, useRef } from 'react'
import { Icon } from './icons/icon.tsx'
import styles from './sheet.module.css'
import buttons from './shell-button.module.css'
import { useModal } from './use-modal.ts'

interface Props {
  title: string
  /** The edge it comes from. */
  from: 'left' | 'bottom'
  onClose: () => void
  children: ReactNode
}

/** What stands in a column beside a screen where there is room, over it where there is none. Without antd. */
export function Sheet({ title, from, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useModal(dialog, heading)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape arrives as the dialog's cancel event
    <dialog
      ref={dialog}
      className={styles.sheet}
      data-from={from}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.frame}>
        <header className={styles.head}>
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" className={buttons.icon} aria-label="关闭" onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        <div className={styles.content}>{children}</div>
      </div>
    </dialog>
  )
}
