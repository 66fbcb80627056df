import { api, applyResearchEvent, type OutputOf, type ResearchState } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { followStream } from '../../api/stream.ts'
import { useFollowedRun } from '../../api/use-followed-run.ts'
import { useRead } from '../../api/use-read.ts'
import { isEnded } from '../state/research-labels.ts'

/** A research run as the server stores it: `snapshot` is its state after the event `last_seq`. */
export type Run = OutputOf<typeof api.deepResearch.run>

/** Reads the stored snapshot of a research run and then follows its events, see `useFollowedRun`. */
export function useResearchRun(run_id: string) {
  const stored = useRead(api.deepResearch.run, { run_id })
  const cache = useQueryClient()
  const followed = useFollowedRun({
    id: run_id,
    stored: stored.data,
    follow: (...rest) => followStream(api.deepResearch.events, { run_id }, ...rest),
    apply: applyResearchEvent,
    isEnded: ({ state }: ResearchState) => isEnded(state),
    onEnd: () => {
      for (const { path } of [api.deepResearch.runs, api.deepResearch.report, api.chat.freeCount])
        void cache.invalidateQueries({ queryKey: [path] })
      void stored.refetch()
    },
  })
  return { stored, ...followed }
}
