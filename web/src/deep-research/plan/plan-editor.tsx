import { RESEARCH_LIMITS, type ResearchPlan } from '@scinav/contract'
import { useRef, useState } from 'react'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { planOrigin } from '../state/research-labels.ts'
import { EditableStep } from './editable-step.tsx'
import styles from './plan.module.css'
import { moveStep, planChanges, toDraftSteps } from './plan-draft.ts'
import { PlanVersions } from './plan-versions.tsx'
import { usePlanDraft } from './use-plan-draft.ts'
import { useReorder } from './use-reorder.ts'

interface Props {
  run_id: string
  /** All versions, oldest first; the last one is `plan`. */
  plans: readonly ResearchPlan[]
  plan: ResearchPlan
}

const { steps: MOST, plans: VERSIONS } = RESEARCH_LIMITS

/**
 * Renders a plan that waits for approval: its steps can be edited, reordered, added, compared with earlier versions,
 * and accepted.
 */
export function PlanEditor({ run_id, plans, plan }: Props) {
  const { steps, change, decide, isPending, problem } = usePlanDraft(run_id, plan)
  const [open, setOpen] = useState<string>()
  const [against, setAgainst] = useState<number>()
  const list = useRef<HTMLOListElement>(null)
  const move = (from: number, to: number) => change((now) => moveStep(now, from, to))
  const { handleOf, said } = useReorder(list, steps, move)

  // Additions are shown against the previous version; removals only in a comparison.
  const base = plans.find(({ version }) => version === against) ?? plans.at(-2) ?? plan
  const changes = planChanges(base.steps, steps)
  const isEdited = planChanges(plan.steps, steps).count > 0
  const add = () => {
    const key = `new-${Date.now().toString(36)}`
    change((now) => [...now, { key, title: '', goal: '', queries: [] }])
    setOpen(key)
  }
  const remove = (at: number) => {
    const before = steps
    change((now) => now.toSpliced(at, 1))
    toast(`已删去第 ${at + 1} 步`, { undo: () => change(() => before) })
  }
  return (
    <section className={styles.card} aria-label="研究计划">
      <div className={styles.head}>
        <h2>研究计划</h2>
        <PlanVersions
          plans={plans}
          plan={plan}
          changes={changes.count}
          against={against}
          onAgainst={setAgainst}
          onRestore={(old) => change(() => toDraftSteps(old.steps))}
        />
      </div>
      <p className={styles.made}>{planOrigin(plan)}</p>
      <ol ref={list} className={styles.steps}>
        {changes.steps.map((one, at) => (
          <EditableStep
            key={one.step.key}
            change={one}
            isCompared={against !== undefined}
            at={at}
            count={steps.length}
            isOpen={one.step.key === open}
            onOpen={(on) => setOpen(on ? one.step.key : undefined)}
            onChange={(step) => change((now) => now.with(at, step))}
            onMove={(to) => move(at, to)}
            onRemove={() => remove(at)}
            handle={handleOf(at)}
          />
        ))}
      </ol>
      {changes.removed.length > 0 && (
        <p className={styles.removed}>
          已删去：
          {changes.removed.map(({ step_id, title }) => (
            <del key={step_id}>{title}</del>
          ))}
        </p>
      )}
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
      {steps.length < MOST && (
        <QuietButton icon="plus" onPress={add}>
          添加一步
          <span className={styles.faint}>
            {steps.length} / {MOST}
          </span>
        </QuietButton>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Decisions
        next={plan.version < VERSIONS ? plan.version + 1 : undefined}
        isEdited={isEdited}
        isEmpty={steps.length === 0}
        busy={isPending}
        onDecide={(action) => void decide(action)}
      />
    </section>
  )
}

interface DecisionsProps {
  /** The next version number; undefined when the maximum number of versions is reached. */
  next: number | undefined
  isEdited: boolean
  isEmpty: boolean
  busy: boolean
  onDecide: (action: 'accept' | 'edit' | 'reject') => void
}

function Decisions({ next, isEdited, isEmpty, busy, onDecide }: DecisionsProps) {
  return (
    <div className={styles.go}>
      <ActionButton name="接受并开始" primary off={isEmpty} busy={busy} onPress={() => onDecide('accept')} />
      {next && isEdited && (
        <ActionButton name={`存为第 ${next} 版`} off={isEmpty} busy={busy} onPress={() => onDecide('edit')} />
      )}
      {next && !isEdited && <ActionButton name="重拟计划" busy={busy} onPress={() => onDecide('reject')} />}
    </div>
  )
}
