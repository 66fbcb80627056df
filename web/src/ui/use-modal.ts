import { type RefObject, useEffect } from 'react'
import { hostToasts, useToasts } from './toast.state.ts'

/** Opens the dialog; closing it before it goes gives the focus back. Toasts show in the topmost one. */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  heading: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const shown = dialog.current
    const hostBefore = useToasts.getState().host
    shown?.showModal()
    heading.current?.focus()
    hostToasts(shown)
    return () => {
      hostToasts(hostBefore)
      shown?.close()
    }
  }, [dialog, heading])
}
