import type { ResearchState } from '@scinav/contract'
import answer from '../../chat/answer/answer.module.css'
import { Icon } from '../../ui/icons/icon.tsx'
import { isEnded, planMakerNames, stepStateNames } from '../state/research-labels.ts'
import styles from './plan.module.css'

/** A step as the list of steps shows it. */
type Step = ResearchState['steps'][number] & {
  /** Replaces the state's label for a step that had not finished when the research ended. */
  unfinishedLabel?: string
}

/** Returns a step of an ended research: one stored as running or pending is shown as skipped. */
function endedStep(step: Step): Step {
  if (step.state === 'running') return { ...step, state: 'skipped', unfinishedLabel: '没有做完' }
  return step.state === 'pending' ? { ...step, state: 'skipped', unfinishedLabel: '没有做' } : step
}

/** Renders the plan in execution: the progress and result of each step. */
export function PlanProgress({ state }: { state: ResearchState }) {
  const { plans, accepted_version } = state
  const steps: Step[] = isEnded(state.state) ? state.steps.map(endedStep) : state.steps
  const plan = plans.find(({ version }) => version === accepted_version)
  const endedCount = steps.filter(({ state }) => state !== 'pending' && state !== 'running').length
  return (
    <section className={styles.card} aria-label="研究计划">
      <div className={styles.head}>
        <h2>研究计划</h2>
        <span className={styles.faint} role="status">
          {endedCount === steps.length ? `${endedCount} 步都已结束` : `${endedCount} / ${steps.length} 步`}
        </span>
      </div>
      {plan && (
        <p className={styles.made}>
          {planMakerNames[plan.made_by]} · 第 {plan.version} 版
        </p>
      )}
      <ol className={styles.steps}>
        {steps.map((step, at) => (
          <li key={step.step_id} className={styles.progress} data-state={step.state}>
            <StepIcon step={step} at={at} />
            <div>
              <span className={styles.title}>{step.title}</span>
              <span className={styles.goal}>{stepResultText(state, step) || step.goal}</span>
              <span className={step.state === 'done' && !step.note ? 'sr-only' : styles.queries}>
                {[step.unfinishedLabel ?? stepStateNames[step.state], step.note].filter(Boolean).join(' · ')}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Renders the state of a step as an icon, or its number where it has none. */
function StepIcon({ step: { state }, at }: { step: Step; at: number }) {
  if (state === 'running') return <span className={`${answer.spin} ${styles.number}`} aria-hidden="true" />
  return (
    <span className={styles.number} aria-hidden="true">
      {state === 'done' && <Icon name="check" size={14} />}
      {(state === 'failed' || state === 'empty') && <Icon name="warning" size={14} />}
      {(state === 'pending' || state === 'skipped') && at + 1}
    </span>
  )
}

/** Formats how many sources a step has read and how many quotes it took from them; `''` when it has read none. */
export function stepResultText({ read, evidence }: ResearchState, { step_id }: Step): string {
  const sources = read.filter(({ step_ids }) => step_ids.includes(step_id)).length
  const quotes = evidence.filter((quote) => quote.step_id === step_id).length
  return sources === 0 ? '' : `读 ${sources} 篇，取 ${quotes} 段证据`
}
