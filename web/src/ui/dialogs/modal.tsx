import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import buttons from '../buttons/buttons.module.css'
import { Icon } from '../icons/icon.tsx'
import { setToastHost, useToasts } from '../toasts/toast.state.ts'
import styles from './dialogs.module.css'

interface Props {
  title: string
  /** The class that sets position and size; undefined for none. */
  className: string | undefined
  /** Variants that the class distinguishes, as data attributes. */
  variants?: Readonly<Record<`data-${string}`, string | boolean>>
  style?: CSSProperties
  /**
   * Whether it is modeless rather than modal: the rest of the page stays usable, and a click there does not close it.
   */
  isModeless?: boolean
  /** Shown in the header, before 关闭. */
  tools?: ReactNode
  onClose: () => void
  /** Renders the content; receives the dialog, which popups of the content have to be in. */
  children: (dialog: RefObject<HTMLDialogElement | null>) => ReactNode
}

/**
 * Renders a native dialog with a header. Escape, 关闭 and, unless it is modeless, a click outside call `onClose`, which
 * has to stop rendering it.
 */
export function Modal({ title, className, isModeless = false, tools, onClose, children, ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useModal(dialog, heading, isModeless ? onClose : undefined)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape arrives as the dialog's cancel event
    <dialog
      ref={dialog}
      className={`${styles.modal} ${className}`}
      style={rest.style}
      {...rest.variants}
      data-modeless={isModeless}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file chooser inside has a cancel event too, which bubbles.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => !isModeless && event.target === dialog.current && onClose()}
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
  /** The edge it slides in from. */
  from: 'left' | 'bottom'
  onClose: () => void
  children: ReactNode
}

/**
 * Renders a sheet that slides over the screen, for content that is a column of its own in wider windows. It does not
 * provide antd.
 */
export function Sheet({ title, from, onClose, children }: SheetProps) {
  return (
    <Modal title={title} className={styles.sheet} variants={{ 'data-from': from }} onClose={onClose}>
      {() => children}
    </Modal>
  )
}

/**
 * Opens the dialog and focuses its heading; when it unmounts, it is closed first so that the focus returns to where it
 * was. Toasts are shown in the topmost modal dialog.
 *
 * @param onEscape makes the dialog non-modal, and is called on Escape, which browsers handle for modal dialogs only
 */
function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  heading: RefObject<HTMLElement | null>,
  onEscape?: () => void,
): void {
  const isModeless = onEscape !== undefined
  // A layout effect, because a dialog that has left the document cannot restore the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    const hostBefore = useToasts.getState().host
    if (isModeless) shown?.show()
    else shown?.showModal()
    heading.current?.focus()
    if (!isModeless) setToastHost(shown)
    return () => {
      if (!isModeless) setToastHost(hostBefore)
      shown?.close()
    }
  }, [dialog, heading, isModeless])
  useEscape(onEscape)
}

/**
 * Calls `onEscape` on Escape anywhere on the page, unless the key is for something else: its event was handled, a modal
 * dialog is open, or the focus is in a text field or a menu, which use the key themselves.
 */
function useEscape(onEscape: (() => void) | undefined): void {
  const latest = useRef(onEscape)
  latest.current = onEscape
  useEffect(() => {
    const onKey = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      const isHandled = defaultPrevented || document.querySelector('dialog[open]:not([data-modeless="true"])')
      const isInFieldOrMenu =
        target instanceof Element && target.closest('input[type="text"], textarea, [role="menu"]')
      if (key === 'Escape' && !isHandled && !isInFieldOrMenu) latest.current?.()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
