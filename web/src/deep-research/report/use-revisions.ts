import { api, type InputOf, type OutputOf, type ResearchReport } from '@scinav/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { toast } from '../../ui/toasts/toast.state.ts'

/** A change of a section: running, or ended. `before` is the replaced text; null when nothing was changed. */
export type Revision = OutputOf<typeof api.deepResearch.revisions>[number]
/** The ways to have a section rewritten. */
export type RevisionKind = InputOf<typeof api.deepResearch.revise>['how']

/** Labels of the revision kinds. */
export const revisionNames: Record<Revision['how'], string> = {
  again: '重新检索再写',
  other: '换一批证据',
  fewer: '精简',
  instruction: '按要求改写',
  hand: '手工修改',
  back: '恢复',
}

/**
 * Returns the revisions of a report's section, and the actions that start one, undo one, and report how one ended.
 * `running` is the revision under way, undefined when none is. Without a report there are none, and no action may be
 * called.
 */
export function useRevisions(report: ResearchReport | undefined, section_id: string) {
  const { report_id = '', version = 0 } = report ?? {}
  const cache = useQueryClient()
  const all = useRead(api.deepResearch.revisions, { report_id }, { enabled: report !== undefined })
  const ofSection = (all.data ?? []).filter((revision) => revision.section_id === section_id)
  const refresh = async () => {
    await cache.invalidateQueries({ queryKey: [api.deepResearch.report.path] })
    await cache.invalidateQueries({ queryKey: [api.deepResearch.revisions.path] })
  }
  const { mutateAsync, isPending } = useWrite(api.deepResearch.revise, {
    refreshes: [api.deepResearch.revisions],
  })
  /** Restores the text before a revision; `current` is the report's present version, which this replaces. */
  const restore = async ({ revision_id }: Pick<Revision, 'revision_id'>, current = version) => {
    const answer = await call(api.deepResearch.takeBack, { report_id, revision_id, version: current })
    if (!answer.success) toast(`没有恢复：${answer.message}`, { tone: 'bad' })
    await refresh()
  }
  /**
   * The revision begun last, kept until it is settled. The list alone would not do: it may be read again only after the
   * revision has ended, and so never show it as running.
   */
  const [begun, setBegun] = useState<Revision>()
  return {
    running: begun ?? ofSection.find(({ state }) => state === 'running'),
    /** Revisions that can be reverted, newest first. */
    changes: ofSection.filter(({ before }) => before !== null),
    isPending,
    restore,
    /** Resolves to why the revision could not start, or null. */
    revise: async (how: RevisionKind, instruction?: string): Promise<string | null> => {
      const details = instruction === undefined ? {} : { instruction }
      const answer = await mutateAsync({ report_id, version, section_id, how, ...details })
      if (!answer.success) return answer.issues?.[0]?.message ?? answer.message
      setBegun(answer.data)
      return null
    },
    /** Reports the outcome of a revision and shows its result. */
    settle: async ({ revision_id }: Revision) => {
      const answer = await call(api.deepResearch.revisions, { report_id })
      await refresh()
      const ended = answer.success
        ? answer.data.find((revision) => revision.revision_id === revision_id)
        : undefined
      // The revision has raised the report's version by 1; `version` is still the one before it.
      if (ended) showRevisionOutcome(ended, () => void restore(ended, version + 1))
      setBegun(undefined)
    },
  }
}

/** Shows a toast with the outcome of a revision; none when the user cancelled it. */
function showRevisionOutcome({ state, how, note, before }: Revision, undo: () => void): void {
  if (state === 'cancelled') return
  if (state === 'failed') return void toast(note ?? '没有改动', { tone: 'bad' })
  if (before === null) return void toast(note ?? '没有改动')
  toast(`${revisionNames[how]}：已完成${note ? `。${note}` : ''}`, { undo })
}
