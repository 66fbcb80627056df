import { useEffect, useRef } from 'react'

/** Returns the element to focus; called only when it is needed. */
type FocusTarget = () => HTMLElement | null | undefined

/**
 * Whether the device probably has a physical keyboard. Browsers do not tell, so a fine pointer, such as a mouse, counts as
 * a sign of one, and a finger does not. On a phone a focused field brings up a keyboard over half of the screen.
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
 * receives the focus. It also receives the focus when the screen opens, unless another element has it. This holds
 * without a keyboard too (`hasKeyboard`), since screen readers follow the focus; `target` is to return a field only
 * where one may be focused.
 *
 * @param changeKey what the screen shows, as a text that differs whenever elements may have disappeared
 */
export function useRestoredFocus(target: FocusTarget, changeKey: string): void {
  const latestTarget = useRef(target)
  latestTarget.current = target
  const lastFocused = useRef<EventTarget>(null)
  useEffect(() => {
    lastFocused.current = document.activeElement === document.body ? null : document.activeElement
    const remember = (event: FocusEvent) => {
      lastFocused.current = event.target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changeKey` changes when elements may have disappeared
  useEffect(() => {
    const isStillThere = lastFocused.current instanceof Node && lastFocused.current.isConnected
    if (document.activeElement === document.body && !isStillThere)
      latestTarget.current()?.focus({ preventScroll: true })
  }, [changeKey])
}

/**
 * Returns a function that runs an action whose own button may disappear. If it has once `changeKey` changes, `target`
 * receives the focus.
 */
export function useFocusAfter(target: FocusTarget, changeKey: string | number): (run: () => void) => void {
  const latestTarget = useRef(target)
  latestTarget.current = target
  const hasRun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changeKey` changes when the button may have disappeared
  useEffect(() => {
    if (hasRun.current && document.activeElement === document.body)
      latestTarget.current()?.focus({ preventScroll: true })
    hasRun.current = false
  }, [changeKey])
  return (run) => {
    hasRun.current = true
    run()
  }
}
