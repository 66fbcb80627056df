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

export type Run = OutputOf<typeof api.deepResearch.run>

/** Interval at which received events are rendered, in milliseconds. */
const DRAW_INTERVAL_MS = 50

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
  const [round, setRound] = useState(0)
  const place = useRef<RunSnapshot>(undefined)
  const awake = useTabActive()
  const cache = useQueryClient()
  const { data, refetch } = stored

  const onEnd = useCallback(() => {
    for (const { path } of [api.deepResearch.runs, api.deepResearch.report, api.chat.freeCount])
      void cache.invalidateQueries({ queryKey: [path] })
    void refetch()
  }, [cache, refetch])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks for another try
  useEffect(() => {
    if (!data) return
    // Events may have arrived while the snapshot was read, so the followed state may be newer.
    if (!place.current || data.last_seq >= place.current.seq)
      place.current = { state: data.snapshot, seq: data.last_seq }
    const at = place.current
    setState(at.state)
    if (!awake || isEnded(at.state.state)) return
    const end = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      timer = undefined
      setState(at.state)
    }
    const onEvent = (event: ResearchEvent) => {
      if (end.signal.aborted) return
      if (event.event === 'reset') {
        place.current = undefined
        return
      }
      if (event.data.seq <= at.seq) return
      at.seq = event.data.seq
      at.state = applyResearchEvent(at.state, event)
      timer ??= setTimeout(draw, DRAW_INTERVAL_MS)
    }
    const from = { lastEventId: String(at.seq) }
    void followStream(
      api.deepResearch.events,
      { run_id },
      from,
      { onEvent, isLast: isLastEvent },
      end.signal,
    ).then((failed) => {
      if (end.signal.aborted) return
      clearTimeout(timer)
      draw()
      setFailure(failed)
      if (!failed) onEnd()
    })
    return () => {
      end.abort()
      clearTimeout(timer)
    }
  }, [data, awake, round, run_id, onEnd])

  const again = useCallback(() => {
    setFailure(undefined)
    setRound((now) => now + 1)
  }, [])
  return { stored, state, failure, again }
}
