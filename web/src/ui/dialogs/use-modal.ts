import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { setToastHost, useToasts } from '../toasts/toast.state.ts'

/**
 * Opens the dialog; closing it before it goes gives the focus back. Toasts show in the topmost one. With `besides` what
 * is outside stays in use, and Escape, which the browser gives to modal dialogs only, runs it.
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  heading: RefObject<HTMLElement | null>,
  besides?: () => void,
): void {
  const isBeside = besides !== undefined
  // Before the page loses it: a dialog that is gone gives no focus back.
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

/** Escape where nothing else takes it: no modal dialog is open, and nobody writes. */
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
