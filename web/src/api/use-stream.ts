import type { Endpoint, InputOf, OutputOf } from '@scinav/contract'
import { useEffect, useRef, useState } from 'react'
import type { Failure } from './call.ts'
import { followStream, type StreamPosition } from './stream.ts'
import { useTabActive } from './use-tab-active.ts'

interface StreamState<Event> {
  /** The newest event. */
  event: Event | undefined
  failure: Failure | undefined
  /** Reconnects after a failure. */
  again: () => void
}

/**
 * Follows an event stream and returns its newest event. With `input` undefined it follows nothing. The stream is closed
 * when the tab has been hidden for 30 s, and resumed from its position when the tab is shown again.
 */
export function useStream<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | undefined,
  isLast: (event: OutputOf<E>) => boolean,
): StreamState<OutputOf<E>> {
  const key = input === undefined ? undefined : JSON.stringify(input)
  const [event, setEvent] = useState<OutputOf<E>>()
  const [failure, setFailure] = useState<Failure>()
  const [round, setRound] = useState(0)
  const awake = useTabActive()
  const place = useRef<StreamPosition & { key: string | undefined; over: boolean }>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `input`; the rest never changes
  useEffect(() => {
    if (place.current?.key !== key) {
      place.current = { key, lastEventId: '', over: false }
      setEvent(undefined)
    }
    const at = place.current
    if (input === undefined || !at || at.over || !awake) return
    setFailure(undefined)
    const following = new AbortController()
    const onEvent = (next: OutputOf<E>) => {
      if (isLast(next)) at.over = true
      if (!following.signal.aborted) setEvent(next)
    }
    void followStream(endpoint, input, at, { onEvent, isLast }, following.signal).then((failed) => {
      if (!following.signal.aborted) setFailure(failed)
    })
    return () => following.abort()
  }, [key, awake, round])

  return { event, failure, again: () => setRound((now) => now + 1) }
}
