import { useEffect, useRef } from 'react'

/** Looks up the element to focus when it is needed. */
type FocusTarget = () => HTMLElement | null | undefined

/**
 * Whether the device has a physical keyboard; on a phone a focused field brings up a keyboard over half of the screen.
 */
export const hasKeyboard = (): boolean => !matchMedia('(pointer: coarse)').matches

/** Focuses the field the user is about to type into, unless that would bring up a keyboard on the screen. */
export function focusField(field: HTMLElement | null | undefined): void {
  if (hasKeyboard()) field?.focus({ preventScroll: true })
}

/** Focuses a screen's main field when the screen opens, and again whenever `changeKey` changes. */
export function useInitialFocus(field: FocusTarget, changeKey?: string): void {
  const latest = useRef(field)
  latest.current = field
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changeKey` is what repeats it
  useEffect(() => focusField(latest.current()), [changeKey])
}

/**
 * Keeps the focus for keyboard users: when the focused element has disappeared after a change of `changeKey`, `target`
 * receives the focus. It also receives the focus when the screen opens, unless another element has it.
 */
export function useRestoredFocus(target: FocusTarget, changeKey: string): void {
  const latest = useRef(target)
  latest.current = target
  const last = useRef<EventTarget>(null)
  useEffect(() => {
    last.current = document.activeElement === document.body ? null : document.activeElement
    const remember = ({ target }: FocusEvent) => {
      last.current = target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changeKey` changes when elements may have disappeared
  useEffect(() => {
    const isThere = last.current instanceof Node && last.current.isConnected
    if (document.activeElement === document.body && !isThere) latest.current()?.focus({ preventScroll: true })
  }, [changeKey])
}
