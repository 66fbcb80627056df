import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

const INPUT_METHOD_KEY_CODE = 229

/**
 * Whether a key belongs to an input method that is composing. Safari ends the composition before the key that confirmed it
 * and tells so by the key's code alone.
 */
export const isComposing = ({
  isComposing,
  keyCode,
}: Pick<globalThis.KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === INPUT_METHOD_KEY_CODE

/** Whether a key sends what stands in a field of several lines: Enter, without Shift, of no input method. */
export const isSendKey = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !isComposing(nativeEvent)

/**
 * Sends at once, or as soon as what keeps the form busy has ended.
 *
 * @returns `request` asks to send; `withdraw` takes that back while it waits.
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
