import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from './icons/icon.tsx'
import { dismissToast, TOAST_STAYS, type Toast, useToasts } from './toast.state.ts'
import styles from './toasts.module.css'

/** Shows the toasts. Stands once, in the root; above dialogs too. */
export function Toasts() {
  const { toasts, host } = useToasts()
  return createPortal(
    <div className={styles.toasts} role="status" aria-live="polite">
      {toasts.map((one) => (
        <ToastLine key={one.id} toast={one} />
      ))}
    </div>,
    host ?? document.body,
  )
}

function ToastLine({ toast: { id, text, tone, undo } }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(id), TOAST_STAYS)
    return () => clearTimeout(timer)
  }, [id, held])

  const takeBack = () => {
    undo?.()
    dismissToast(id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looking at a toast holds it; there is nothing to press
    <div
      className={styles.toast}
      data-tone={tone}
      data-held={held}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {tone === 'bad' && <Icon name="warning" />}
      <span>{text}</span>
      {undo && (
        <button type="button" className={styles.undo} onClick={takeBack}>
          撤销
        </button>
      )}
      <button type="button" className={styles.close} aria-label="关闭提示" onClick={() => dismissToast(id)}>
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}
