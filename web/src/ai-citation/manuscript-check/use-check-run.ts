import { api, applyManuscriptCheckEvent, type ManuscriptCheckState, type OutputOf } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { followStream } from '../../api/stream.ts'
import { useFollowedRun } from '../../api/use-followed-run.ts'
import { readOptions, useRead } from '../../api/use-read.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

type Decision = OutputOf<typeof api.manuscriptChecks.decide>[number]

/** What was decided about the findings of a check, by finding. */
export type Decisions = ReadonlyMap<string, Decision>

/**
 * Reads a check (`stored`), its manuscript once the server has read that, and the decisions on its findings; follows
 * its events while it runs, see `useFollowedRun`.
 */
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

/** Changes decisions: receives those that count now, and returns the ones to store. */
type DecisionChange = (now: Decisions) => Decision[]

/** Returns what was decided about a finding; one without a decision is open. */
export const decisionOf = (decisions: Decisions, finding_id: string): Decision =>
  decisions.get(finding_id) ?? { finding_id, decision: 'open', note: '' }

/** Returns entries of a map of decisions by the id of their finding. */
const byFinding = (decisions: readonly Decision[]) =>
  decisions.map((decision) => [decision.finding_id, decision] as const)

/** Returns the changes that no later decision about the same finding has replaced. */
const stillIn = (now: Decisions, changes: readonly Decision[]) =>
  changes.filter((each) => now.get(each.finding_id) === each)

/**
 * Keeps the decisions about findings. `decide` shows them at once, stores them, and takes them back with a toast when
 * they could not be stored; it resolves to whether they were.
 */
function useDecisions(check_id: string, stored: readonly Decision[] | undefined) {
  const cache = useQueryClient()
  const [decisions, setDecisions] = useState<Decisions>(new Map())
  /** What is being stored; a read of the check may not have it yet. */
  const pending = useRef(new Map<string, Decision>())
  // An undo comes later than the rendering that offered it.
  const latest = useRef(decisions)
  const show = useCallback((next: Decisions) => {
    latest.current = next
    setDecisions(next)
  }, [])
  useEffect(() => {
    if (stored) show(new Map([...byFinding(stored), ...pending.current]))
  }, [stored, show])
  const decide = async (change: DecisionChange): Promise<boolean> => {
    const before = latest.current
    const changes = change(before)
    if (changes.length === 0) return true
    for (const each of changes) pending.current.set(each.finding_id, each)
    show(new Map([...before, ...byFinding(changes)]))
    const answer = await call(api.manuscriptChecks.decide, { check_id, decisions: changes })
    for (const { finding_id } of stillIn(pending.current, changes)) pending.current.delete(finding_id)
    if (answer.success) {
      const { queryKey } = readOptions(api.manuscriptChecks.run, { check_id })
      // A read that has just been answered may lack the decision, and its rendering would take it back.
      cache.setQueryData(queryKey, (cached) => {
        const now = new Map([...byFinding(cached?.decisions ?? []), ...byFinding(changes)])
        return cached && { ...cached, decisions: [...now.values()] }
      })
      // One that is under way may have begun before the decision was stored: it begins again.
      if (cache.isFetching({ queryKey }) > 0) void cache.invalidateQueries({ queryKey })
      return true
    }
    const failed = stillIn(latest.current, changes)
    const restored = failed.map(({ finding_id }) => decisionOf(before, finding_id))
    show(new Map([...latest.current, ...byFinding(restored)]))
    toast(`没有记下：${answer.message}`, { tone: 'bad' })
    return false
  }
  return { decisions, decide }
}
