import { useEffect, useRef } from 'react'

/** Where the focus goes, looked up when it is needed. */
type FocusTarget = () => HTMLElement | null | undefined

/** On a phone a focused field brings up a keyboard over half of the screen. */
export const hasKeyboard = (): boolean => !matchMedia('(pointer: coarse)').matches

/** Gives the focus to a field that somebody is to write into next. */
export function focusField(field: HTMLElement | null | undefined): void {
  if (hasKeyboard()) field?.focus({ preventScroll: true })
}

/** A screen that is there for one field opens with the focus in it; and again when something else came for it. */
export function useInitialFocus(field: FocusTarget, came?: string): void {
  const latest = useRef(field)
  latest.current = field
  // biome-ignore lint/correctness/useExhaustiveDependencies: with everything that comes
  useEffect(() => focusField(latest.current()), [came])
}

/**
 * Whoever works by keyboard keeps a place: where what had the focus is gone after a change of `when`, `place` takes it.
 * When the screen opens it takes it too, unless something else has it.
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
