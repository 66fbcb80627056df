import { api, type ResearchPlan } from '@scinav/contract'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { type DraftStep, toDraftSteps } from './plan-draft.ts'

interface StoredDraft {
  /** The version the draft is based on. */
  version: number
  steps: DraftStep[]
}

const draftKey = (run_id: string) => `scinav.plan:${run_id}`

// A browser may refuse to store data; the draft then lives as long as the screen.
function loadDraft(run_id: string, version: number): DraftStep[] | undefined {
  try {
    // Only written by `storeDraft`.
    const stored = JSON.parse(sessionStorage.getItem(draftKey(run_id)) ?? 'null') as StoredDraft | null
    return stored?.version === version ? stored.steps : undefined
  } catch {
    return undefined
  }
}

function storeDraft(run_id: string, stored: StoredDraft): void {
  try {
    sessionStorage.setItem(draftKey(run_id), JSON.stringify(stored))
  } catch {}
}

/**
 * Returns the steps of a plan being edited, `change`, which edits them, and `decide`, which sends the user's decision
 * to the server, with the steps unless the plan is rejected. The draft of a version survives a reload; `problem` is why
 * a decision failed or could not be sent.
 */
export function usePlanDraft(run_id: string, plan: ResearchPlan) {
  const { version, plan_id } = plan
  const [steps, setSteps] = useState(() => loadDraft(run_id, version) ?? toDraftSteps(plan.steps))
  const [problem, setProblem] = useState<string>()
  const { mutateAsync, isPending } = useWrite(api.deepResearch.plan, { refreshes: [api.deepResearch.run] })
  const change = (edit: (now: DraftStep[]) => DraftStep[]) => {
    const next = edit(steps)
    setSteps(next)
    setProblem(undefined)
    storeDraft(run_id, { version, steps: next })
  }
  const decide = async (action: 'accept' | 'edit' | 'reject') => {
    setProblem(undefined)
    const untitled = steps.findIndex(({ title }) => title.trim() === '')
    if (action !== 'reject' && untitled >= 0)
      return setProblem(`第 ${untitled + 1} 步还没有写要查什么，请填写或删去`)
    const planSteps = action === 'reject' ? [] : steps.map(({ key: _key, ...step }) => step)
    const answer = await mutateAsync({ run_id, action, plan_id, version, steps: planSteps })
    if (!answer.success) return setProblem(answer.issues?.[0]?.message ?? answer.message)
  }
  return { steps, change, decide, isPending, problem }
}
