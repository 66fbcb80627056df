import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from './call.ts'
import type { StreamListener, StreamPosition } from './stream.ts'
import { useTabActive } from './use-tab-active.ts'

/** Interval at which received events are rendered, in milliseconds. */
const RENDER_INTERVAL_MS = 50

/** An event of a run; `reset` has no number, and means that the run has to be read again. */
interface RunEvent {
  event: string
  data: { seq?: number }
}

/** A run, and what following it needs. */
interface FollowedRun<State, Event> {
  /** Identifies the run; another id begins following another run. */
  id: string
  /** The state as the server stores it, after the event `last_seq`; undefined until it has been read. */
  stored: { snapshot: State; last_seq: number } | undefined
  /** Follows the events after a position. */
  follow: (
    position: StreamPosition,
    listener: StreamListener<Event>,
    signal: AbortSignal,
  ) => Promise<Failure | undefined>
  /** Returns the state after an event. */
  apply: (state: State, event: Event) => State
  isEnded: (state: State) => boolean
  /** Called after the last event and after a reset; reads again what has changed. */
  onEnd: () => void
}

/**
 * Follows the events of a run from its stored snapshot. A stream that was cut, or closed in a hidden tab, resumes after
 * its last event. Returns the newest state (undefined until the snapshot has been read), the failure that ended the
 * stream, and `again`, which reconnects after one.
 */
export function useFollowedRun<State, Event extends RunEvent>(run: FollowedRun<State, Event>) {
  const [state, setState] = useState<State>()
  const [failure, setFailure] = useState<Failure>()
  /** Counts the reconnections that `again` requested. */
  const [round, setRound] = useState(0)
  /** The state after all events up to `seq`; undefined before the first read and after a reset. */
  const followed = useRef<{ state: State; seq: number }>(undefined)
  const isActive = useTabActive()
  const latest = useRef(run)
  latest.current = run
  const { id, stored } = run

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` reconnects, and `id` is another run
  useEffect(() => {
    if (!stored) return
    const { follow, apply, isEnded } = latest.current
    // Events may have arrived while the snapshot was read, so the followed state may be newer.
    if (!followed.current || stored.last_seq >= followed.current.seq)
      followed.current = { state: stored.snapshot, seq: stored.last_seq }
    const current = followed.current
    setState(current.state)
    if (!isActive || isEnded(current.state)) return
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const render = () => {
      timer = undefined
      setState(current.state)
    }
    const onEvent = (event: Event) => {
      if (signal.aborted) return
      if (event.event === 'reset') {
        followed.current = undefined
        return
      }
      const { seq = 0 } = event.data
      if (seq <= current.seq) return
      current.seq = seq
      current.state = apply(current.state, event)
      timer ??= setTimeout(render, RENDER_INTERVAL_MS)
    }
    const position = { lastEventId: String(current.seq) }
    const isLast = ({ event }: Event) => event === 'run.end' || event === 'reset'
    void follow(position, { onEvent, isLast }, signal).then((failed) => {
      if (signal.aborted) return
      clearTimeout(timer)
      render()
      setFailure(failed)
      if (!failed) latest.current.onEnd()
    })
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [stored, isActive, round, id])

  const again = useCallback(() => {
    setFailure(undefined)
    setRound((current) => current + 1)
  }, [])
  return { state, failure, again }
}
