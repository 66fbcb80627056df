import {
  api,
  applyResearchEvent,
  type OutputOf,
  type ResearchEvent,
  type ResearchState,
} from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../api/call.ts'
import { followStream } from '../../api/stream.ts'
import { useRead } from '../../api/use-read.ts'
import { useTabActive } from '../../api/use-tab-active.ts'
import { isEnded } from '../state/research-labels.ts'

/** A research run as the server stores it: its state after the event `last_seq`. */
export type Run = OutputOf<typeof api.deepResearch.run>

/** Interval at which received events are rendered, in milliseconds. */
const RENDER_INTERVAL_MS = 50

const isLastEvent = ({ event }: ResearchEvent): boolean => event === 'run.end' || event === 'reset'

/** The state after all events up to `seq`. */
interface RunSnapshot {
  state: ResearchState
  seq: number
}

/**
 * Reads the stored snapshot of a research run and then follows its events. A stream that was cut, or closed in a hidden
 * tab, resumes after its last event.
 */
export function useResearchRun(run_id: string) {
  const stored = useRead(api.deepResearch.run, { run_id })
  const [state, setState] = useState<ResearchState>()
  const [failure, setFailure] = useState<Failure>()
  /** Counts the reconnections that `again` requested. */
  const [round, setRound] = useState(0)
  /** What is known of the run; undefined before the first read, and when the events no longer lead on from it. */
  const followed = useRef<RunSnapshot>(undefined)
  const isActive = useTabActive()
  const cache = useQueryClient()
  const { data, refetch } = stored

  const onEnd = useCallback(() => {
    for (const { path } of [api.deepResearch.runs, api.deepResearch.report, api.chat.freeCount])
      void cache.invalidateQueries({ queryKey: [path] })
    void refetch()
  }, [cache, refetch])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` reconnects
  useEffect(() => {
    if (!data) return
    // Events may have arrived while the snapshot was read, so the followed state may be newer.
    if (!followed.current || data.last_seq >= followed.current.seq)
      followed.current = { state: data.snapshot, seq: data.last_seq }
    const current = followed.current
    setState(current.state)
    if (!isActive || isEnded(current.state.state)) return
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const render = () => {
      timer = undefined
      setState(current.state)
    }
    const onEvent = (event: ResearchEvent) => {
      if (signal.aborted) return
      if (event.event === 'reset') {
        followed.current = undefined
        return
      }
      if (event.data.seq <= current.seq) return
      current.seq = event.data.seq
      current.state = applyResearchEvent(current.state, event)
      timer ??= setTimeout(render, RENDER_INTERVAL_MS)
    }
    const position = { lastEventId: String(current.seq) }
    const listener = { onEvent, isLast: isLastEvent }
    void followStream(api.deepResearch.events, { run_id }, position, listener, signal).then((failed) => {
      if (signal.aborted) return
      clearTimeout(timer)
      render()
      setFailure(failed)
      if (!failed) onEnd()
    })
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [data, isActive, round, run_id, onEnd])

  const again = useCallback(() => {
    setFailure(undefined)
    setRound((now) => now + 1)
  }, [])
  return { stored, state, failure, again }
}
