import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { setToastHost, useToasts } from '../toasts/toast.state.ts'

/**
 * Opens the dialog; when it unmounts, it is closed first so that the focus returns to where it was. Toasts are shown in
 * the topmost dialog. With `besides` the rest of the page stays usable, and Escape, which browsers handle for modal
 * dialogs only, calls it.
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  heading: RefObject<HTMLElement | null>,
  besides?: () => void,
): void {
  const isBeside = besides !== undefined
  // A layout effect, because a dialog that has left the document cannot restore the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    const hostBefore = useToasts.getState().host
    if (isBeside) shown?.show()
    else shown?.showModal()
    heading.current?.focus()
    if (!isBeside) setToastHost(shown)
    return () => {
      if (!isBeside) setToastHost(hostBefore)
      shown?.close()
    }
  }, [dialog, heading, isBeside])
  useEscape(besides)
}

/** Calls `run` on Escape when nothing else handles the key: no modal dialog is open and the user is not typing. */
function useEscape(run: (() => void) | undefined): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const onKey = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      const isTaken = defaultPrevented || document.querySelector('dialog[open]:not([data-beside="true"])')
      const writes =
        target instanceof Element && target.closest('input[type="text"], textarea, [role="menu"]')
      if (key === 'Escape' && !isTaken && !writes) latest.current?.()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
