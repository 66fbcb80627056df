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

/** Focuses a screen's main field when the screen opens, and again whenever `came` changes. */
export function useInitialFocus(field: FocusTarget, came?: string): void {
  const latest = useRef(field)
  latest.current = field
  // biome-ignore lint/correctness/useExhaustiveDependencies: with everything that comes
  useEffect(() => focusField(latest.current()), [came])
}

/**
 * Keeps the focus for keyboard users: when the focused element has disappeared after a change of `when`, `place`
 * receives the focus. It also receives the focus when the screen opens, unless another element has it.
 */
export function useRestoredFocus(place: FocusTarget, when: string): void {
  const latest = useRef(place)
  latest.current = place
  const last = useRef<EventTarget>(null)
  useEffect(() => {
    last.current = document.activeElement === document.body ? null : document.activeElement
    const remember = ({ target }: FocusEvent) => {
      last.current = target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every change that may take something away
  useEffect(() => {
    const isThere = last.current instanceof Node && last.current.isConnected
    if (document.activeElement === document.body && !isThere) latest.current()?.focus({ preventScroll: true })
  }, [when])
}
