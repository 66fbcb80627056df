import { type CSSProperties, type ReactNode, type RefObject, useId, useRef } from 'react'
import buttons from '../buttons/shell-button.module.css'
import { Icon } from '../icons/icon.tsx'
import styles from './modal.module.css'
import { useModal } from './use-modal.ts'

interface Props {
  title: string
  /** The class that says where it stands and how large it is. */
  className: string | undefined
  /** What the class tells apart, as data attributes. */
  variants?: Readonly<Record<`data-${string}`, string | boolean>>
  style?: CSSProperties
  /** What is beside it stays in use: neither is that out of reach, nor does a click there close this. */
  beside?: boolean
  /** Stands in the head, before 关闭. */
  tools?: ReactNode
  onClose: () => void
  children: (dialog: RefObject<HTMLDialogElement | null>) => ReactNode
}

/** The browser's own dialog with a head and what it holds; Escape, 关闭 and a click beside it close it. */
export function Modal({ title, className, beside = false, tools, onClose, children, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useModal(dialog, heading, beside ? onClose : undefined)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape arrives as the dialog's cancel event
    <dialog
      ref={dialog}
      className={`${styles.modal} ${className}`}
      style={rest.style}
      {...rest.variants}
      data-beside={beside}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => !beside && event.target === dialog.current && onClose()}
    >
      <div className={styles.frame}>
        <div className={styles.head}>
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {tools}
          <button type="button" className={buttons.icon} aria-label="关闭" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <div className={styles.content}>{children(dialog)}</div>
      </div>
    </dialog>
  )
}

interface SheetProps {
  title: string
  /** The edge it comes from. */
  from: 'left' | 'bottom'
  onClose: () => void
  children: ReactNode
}

/** What stands in a column beside a screen where there is room, over it where there is none. Without antd. */
export function Sheet({ title, from, onClose, children }: SheetProps) {
  return (
    <Modal title={title} className={styles.sheet} variants={{ 'data-from': from }} onClose={onClose}>
      {() => children}
    </Modal>
  )
}
