import { RESEARCH_LIMITS, type ResearchPlan } from '@scinav/contract'
import { useRef, useState } from 'react'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { MenuButton } from '../../ui/buttons/menu-button.tsx'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { planOrigin } from '../state/research-labels.ts'
import { EditableStep } from './editable-step.tsx'
import styles from './plan.module.css'
import { type DraftStep, moveStep, planChanges, toDraftSteps } from './plan-draft.ts'
import { usePlanDraft } from './use-plan-draft.ts'
import { useReorder } from './use-reorder.ts'

interface Props {
  run_id: string
  /** All versions, oldest first; the last one is `plan`. */
  plans: readonly ResearchPlan[]
  plan: ResearchPlan
}

/** Maximum numbers of steps of a plan and of its versions. */
const { steps: MAX_STEPS, plans: MAX_VERSIONS } = RESEARCH_LIMITS

/**
 * Renders a plan that waits for approval: its steps can be edited, reordered, added, compared with earlier versions,
 * and accepted.
 */
export function PlanEditor({ run_id, plans, plan }: Props) {
  const { steps, change, decide, isPending, problem } = usePlanDraft(run_id, plan)
  /** Number of the version that the draft is compared with. */
  const [comparedVersion, setComparedVersion] = useState<number>()
  const { isOpen, setOpen, add, move, remove } = useStepActions(steps, change)
  const list = useRef<HTMLOListElement>(null)
  const { handleOf, announcement } = useReorder(list, steps, move)

  // Without a chosen comparison, changes are shown against the previous version.
  const base = plans.find(({ version }) => version === comparedVersion) ?? plans.at(-2) ?? plan
  const changes = planChanges(base.steps, steps)
  const isEdited = planChanges(plan.steps, steps).count > 0
  return (
    <section className={styles.card} aria-label="研究计划">
      <div className={styles.head}>
        <h2>研究计划</h2>
        <PlanVersions
          plans={plans}
          plan={plan}
          changes={changes.count}
          comparedVersion={comparedVersion}
          onCompare={setComparedVersion}
          onRestore={(old) => change(() => toDraftSteps(old.steps))}
        />
      </div>
      <p className={styles.made}>{planOrigin(plan)}</p>
      <ol ref={list} className={styles.steps}>
        {changes.steps.map((stepChange, at) => (
          <EditableStep
            key={stepChange.step.key}
            change={stepChange}
            isCompared={comparedVersion !== undefined}
            at={at}
            count={steps.length}
            isOpen={isOpen(stepChange.step)}
            onOpen={(isOpen) => setOpen(isOpen ? stepChange.step.key : undefined)}
            onChange={(step) => change((now) => now.with(at, step))}
            onMove={(to) => move(at, to)}
            onRemove={() => remove(at)}
            handle={handleOf(at)}
          />
        ))}
      </ol>
      <RemovedSteps removed={changes.removed} />
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
      <AddStep count={steps.length} onAdd={add} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Decisions
        next={plan.version < MAX_VERSIONS ? plan.version + 1 : undefined}
        isEdited={isEdited}
        isEmpty={steps.length === 0}
        busy={isPending}
        onDecide={(action) => void decide(action)}
      />
    </section>
  )
}

/** Returns the actions that add, move and remove steps of a draft, and which step is open for editing. */
function useStepActions(steps: DraftStep[], change: ReturnType<typeof usePlanDraft>['change']) {
  /** Key of the step being edited. */
  const [open, setOpen] = useState<string>()
  const add = () => {
    const key = `new-${Date.now().toString(36)}`
    change((now) => [...now, { key, title: '', goal: '', queries: [] }])
    setOpen(key)
  }
  const move = (from: number, to: number) => change((now) => moveStep(now, from, to))
  const remove = (at: number) => {
    change((now) => now.toSpliced(at, 1))
    toast(`已删去第 ${at + 1} 步`, { undo: () => change(() => steps) })
  }
  return { isOpen: ({ key }: DraftStep) => key === open, setOpen, add, move, remove }
}

/** Renders the titles of the removed steps; nothing without any. */
function RemovedSteps({ removed }: Pick<ReturnType<typeof planChanges>, 'removed'>) {
  if (removed.length === 0) return null
  return (
    <p className={styles.removed}>
      已删去：
      {removed.map(({ step_id, title }) => (
        <del key={step_id}>{title}</del>
      ))}
    </p>
  )
}

/** Renders the button that adds a step, with the number of steps; nothing when there are as many as allowed. */
function AddStep({ count, onAdd }: { count: number; onAdd: () => void }) {
  if (count >= MAX_STEPS) return null
  return (
    <QuietButton icon="plus" onPress={onAdd}>
      添加一步
      <span className={styles.faint}>
        {count} / {MAX_STEPS}
      </span>
    </QuietButton>
  )
}

interface DecisionsProps {
  /** Number of the next version; undefined when the maximum number of versions is reached. */
  next: number | undefined
  isEdited: boolean
  isEmpty: boolean
  busy: boolean
  onDecide: (action: 'accept' | 'edit' | 'reject') => void
}

/** Renders the decisions on the plan: accept it, and save the edited one as a version or have another one drawn up. */
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

interface PlanVersionsProps {
  plans: readonly ResearchPlan[]
  plan: ResearchPlan
  /** Number of changes of the draft, as `planChanges` counts them. */
  changes: number
  /** Number of the earlier version that changes are shown against, if one is chosen. */
  comparedVersion: number | undefined
  onCompare: (version: number | undefined) => void
  onRestore: (plan: ResearchPlan) => void
}

/**
 * Renders the version number with the number of changes, and a menu to compare with earlier versions or restore one.
 */
function PlanVersions({ plans, plan, changes, comparedVersion, onCompare, onRestore }: PlanVersionsProps) {
  const earlier = plans.filter(({ version }) => version !== plan.version)
  const version = changes > 0 ? `第 ${plan.version} 版，改动 ${changes} 处` : `第 ${plan.version} 版`
  const title = comparedVersion ? `${version}（与第 ${comparedVersion} 版对照）` : version
  if (earlier.length === 0 && changes === 0) return <span className={styles.faint}>{title}</span>
  return (
    <MenuButton
      label={`计划的版本：${title}`}
      button={
        <span className={styles.versions}>
          {title}
          <Icon name="down" size={14} />
        </span>
      }
      actions={[
        ...earlier.map((old) => ({
          name: `与第 ${old.version} 版对照`,
          icon: 'columns' as const,
          run: () => onCompare(old.version),
        })),
        ...(comparedVersion
          ? [{ name: '不对照', icon: 'hide' as const, run: () => onCompare(undefined) }]
          : []),
        ...[...earlier, ...(changes > 0 ? [plan] : [])].map((old, at) => ({
          name: `改回第 ${old.version} 版`,
          icon: 'history' as const,
          startsGroup: at === 0,
          run: () => onRestore(old),
        })),
      ]}
    />
  )
}
