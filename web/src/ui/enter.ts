import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** The key code of every key that an input method handles. */
const INPUT_METHOD_KEY_CODE = 229

/**
 * Whether a key belongs to an input method that is composing. Safari ends the composition before the key that confirmed
 * it, and marks that key by its key code only.
 */
export const isComposing = ({
  isComposing,
  keyCode,
}: Pick<globalThis.KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY_CODE

/** Whether a key submits a multi-line field: Enter, without Shift, outside an input method. */
export const isSendKey = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !isComposing(nativeEvent)

/**
 * Returns `request`, which calls `send` at once or, while the form is busy, as soon as it no longer is; `withdraw`, which
 * cancels a pending request; and whether one is pending.
 */
export function useSendWhenFree(isBusy: boolean, send: () => void) {
  const [isWaiting, setWaiting] = useState(false)
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    if (isBusy || !isWaiting) return
    setWaiting(false)
    latest.current()
  }, [isBusy, isWaiting])
  return {
    isWaiting,
    request: () => (isBusy ? setWaiting(true) : send()),
    withdraw: () => setWaiting(false),
  }
}
