import { api, applyManuscriptCheckEvent, type ManuscriptCheckState, type OutputOf } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { followStream } from '../../api/stream.ts'
import { useFollowedRun } from '../../api/use-followed-run.ts'
import { useRead } from '../../api/use-read.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

type Decision = OutputOf<typeof api.manuscriptChecks.decide>[number]

/** What was decided about the findings of a check, by finding. */
export type Decisions = ReadonlyMap<string, Decision>

/** Reads a check and its manuscript, and follows its events; see `useFollowedRun`. */
export function useCheckRun(check_id: string) {
  const stored = useRead(api.manuscriptChecks.run, { check_id })
  const cache = useQueryClient()
  const followed = useFollowedRun({
    id: check_id,
    stored: stored.data,
    follow: (...rest) => followStream(api.manuscriptChecks.events, { check_id }, ...rest),
    apply: applyManuscriptCheckEvent,
    isEnded: ({ state }: ManuscriptCheckState) => state !== 'running',
    onEnd: () => {
      void cache.invalidateQueries({ queryKey: [api.manuscriptChecks.checks.path] })
      void stored.refetch()
    },
  })
  const isRead = followed.state?.facts !== null && followed.state !== undefined
  const manuscript = useRead(api.manuscriptChecks.manuscript, { check_id }, { enabled: isRead })
  return { stored, manuscript, ...followed, ...useDecisions(check_id, stored.data?.decisions) }
}

/** Keeps the decisions about findings: shown at once, stored, and taken back when they could not be stored. */
function useDecisions(check_id: string, stored: readonly Decision[] | undefined) {
  const [decisions, setDecisions] = useState<Decisions>(new Map())
  useEffect(() => {
    if (stored) setDecisions(new Map(stored.map((decision) => [decision.finding_id, decision])))
  }, [stored])
  const decide = async (changes: Decision[]): Promise<boolean> => {
    const before = decisions
    setDecisions(new Map([...before, ...changes.map((change) => [change.finding_id, change] as const)]))
    const answer = await call(api.manuscriptChecks.decide, { check_id, decisions: changes })
    if (answer.success) return true
    setDecisions(before)
    toast(`没有记下：${answer.message}`, { tone: 'bad' })
    return false
  }
  return { decisions, decide }
}
