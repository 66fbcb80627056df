import type { Endpoint, InputOf, OutputOf } from '@scinav/contract'
import { useEffect, useRef, useState } from 'react'
import type { Failure } from './call.ts'
import { followStream, type StreamPosition } from './stream.ts'
import { useTabActive } from './use-tab-active.ts'

/** What a screen shows of a stream. */
interface StreamState<Event> {
  /** The newest event. */
  event: Event | undefined
  failure: Failure | undefined
  /** Connects again after a failure. */
  reconnect: () => void
}

/**
 * Follows an event stream and returns its newest event. With `input` undefined it follows nothing; another input, by
 * its JSON, begins another stream. The stream is closed when the tab has been hidden for 30 s, and resumed from its
 * position when the tab is shown again.
 *
 * @param endpoint always the same one for a component, as is `isLast`.
 * @param isLast returns whether an event is the last one, after which the stream is not opened again.
 */
export function useStream<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | undefined,
  isLast: (event: OutputOf<E>) => boolean,
): StreamState<OutputOf<E>> {
  const key = input === undefined ? undefined : JSON.stringify(input)
  const [event, setEvent] = useState<OutputOf<E>>()
  const [failure, setFailure] = useState<Failure>()
  /** Counts the reconnections that `reconnect` requested. */
  const [reconnectCount, setReconnectCount] = useState(0)
  const isActive = useTabActive()
  /**
   * The position in the stream of the input `key`, and whether its last event has arrived. `followStream` advances the
   * position in place, so that the next call resumes there.
   */
  const stream = useRef<StreamPosition & { key: string | undefined; ended: boolean }>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `input`; `endpoint` and `isLast` are stable
  useEffect(() => {
    if (stream.current?.key !== key) {
      stream.current = { key, lastEventId: '', ended: false }
      setEvent(undefined)
    }
    const position = stream.current
    if (input === undefined || !position || position.ended || !isActive) return
    setFailure(undefined)
    const following = new AbortController()
    const onEvent = (next: OutputOf<E>) => {
      if (isLast(next)) position.ended = true
      if (!following.signal.aborted) setEvent(next)
    }
    void followStream(endpoint, input, position, { onEvent, isLast }, following.signal).then((failed) => {
      if (!following.signal.aborted) setFailure(failed)
    })
    return () => following.abort()
  }, [key, isActive, reconnectCount])

  return { event, failure, reconnect: () => setReconnectCount((count) => count + 1) }
}
