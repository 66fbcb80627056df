import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useFocusAfter } from '../focus.ts'
import { Icon } from '../icons/icon.tsx'
import { dismissKind, dismissToast, kindOf, TOAST_DURATION_MS, type Toast, useToasts } from './toast.state.ts'
import styles from './toasts.module.css'

/**
 * Renders the toasts, short messages at the bottom: one line per kind (see `kindOf`: toasts that say the same of different
 * things), which shows the latest toast and the number of earlier ones. Mounted once, in the root. The lines are placed in
 * the open dialog where there is one, because everything outside it is inert, otherwise in the page.
 *
 * A kind disappears as a whole after `TOAST_DURATION_MS` or when it is closed. Pressing an action of the latest toast
 * dismisses that toast only, so that the one before it can be undone next.
 */
export function Toasts() {
  const { toasts, host } = useToasts()
  const toastsByKind = Map.groupBy(toasts, kindOf)
  /** What had the focus before it came to a toast. */
  const before = useRef<HTMLElement>(null)
  const press = useFocusAfter(
    () => (before.current?.isConnected ? before.current : document.getElementById('main')),
    toasts.map(({ id }) => id).join(),
  )
  return createPortal(
    <div
      className={styles.toasts}
      role="status"
      aria-live="polite"
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget))
          before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
      }}
    >
      {[...toastsByKind].map(([kind, ofKind]) => {
        const latest = ofKind.at(-1)
        if (!latest) return null
        return (
          <ToastLine key={latest.id} toast={latest} kind={kind} earlier={ofKind.length - 1} press={press} />
        )
      })}
    </div>,
    host ?? document.body,
  )
}

interface ToastLineProps {
  /** The latest of its kind. */
  toast: Toast
  kind: string
  /** Number of earlier toasts of its kind. All can be undone: the others of a kind are not kept. */
  earlier: number
  /** Runs the action of one of its buttons. */
  press: (run: () => void) => void
}

/** Renders the line of one kind. Its time starts anew with each toast, and when the pointer or the focus leaves it. */
function ToastLine({ toast: { id, text, tone, undo, more }, kind, earlier, press }: ToastLineProps) {
  /** Whether the pointer or the focus is on the toast; then it stays. */
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissKind(kind), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [kind, held])

  /** The buttons: undo, and the further action that this toast offers. */
  const actions = [undo && { name: '撤销', run: undo }, more].filter((action) => action !== undefined)
  const runAndDismiss = (run: () => void) => {
    // The action comes first: a dismissed toast carries out its pending action unless it has been undone by then.
    run()
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
      {earlier > 0 && <span className={styles.earlier}>另有 {earlier} 次可撤销</span>}
      {actions.map(({ name, run }) => (
        <button
          key={name}
          type="button"
          className={styles.undo}
          onClick={() => press(() => runAndDismiss(run))}
        >
          {name}
        </button>
      ))}
      <button
        type="button"
        className={styles.close}
        aria-label="关闭提示"
        onClick={() => press(() => dismissKind(kind))}
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}
