import { type ReactNode, useId, useRef } from 'react'
import { Antd } from './antd.tsx'
import { Icon } from './icons/icon.tsx'
import styles from './panel.module.css'
import buttons from './shell-button.module.css'
import { useModal } from './use-modal.ts'

interface Props {
  title: string
  /** In pixels; below 768 px the panel fills the window. */
  width: number
  onClose: () => void
  children: ReactNode
  /** Along the right edge over the whole height, so that what is beside it stays in view. */
  side?: boolean
  /** As high as what it holds, on phones too: for a question or a short form. */
  fit?: boolean
}

/**
 * A panel over any screen. The browser's own dialog: antd's Modal and Drawer lock scrolling with a style
 * element that has no nonce, which the content policy refuses.
 */
export function Panel({ title, width, onClose, children, side = false, fit = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useModal(dialog, heading)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape arrives as the dialog's cancel event
    <dialog
      ref={dialog}
      className={styles.panel}
      data-side={side}
      data-fit={fit}
      style={{ '--panel-width': `${width}px` }}
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
        <div className={styles.content}>
          <Antd popups={() => dialog.current ?? document.body}>{children}</Antd>
        </div>
      </div>
    </dialog>
  )
}
