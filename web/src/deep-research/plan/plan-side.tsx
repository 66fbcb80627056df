import type { ResearchState } from '@scinav/contract'
import answer from '../../chat/answer/answer.module.css'
import { isEnded, researchStateNames } from '../state/research-labels.ts'
import { Clarification } from './clarification.tsx'
import styles from './plan.module.css'
import { PlanEditor } from './plan-editor.tsx'
import { PlanProgress } from './plan-progress.tsx'

/** Renders the plan of a research: the question or plan that waits for the user, otherwise the progress of its steps. */
export function PlanSide({ state }: { state: ResearchState }) {
  const plan = state.plans.at(-1)
  if (state.state === 'waiting_clarification' && state.clarification)
    return <Clarification run_id={state.run_id} clarification={state.clarification} />
  if (state.state === 'waiting_plan' && plan)
    return <PlanEditor key={plan.version} run_id={state.run_id} plans={state.plans} plan={plan} />
  if (state.steps.length > 0) return <PlanProgress state={state} />
  return (
    <section className={styles.card} aria-label="研究计划">
      <h2>研究计划</h2>
      {isEnded(state.state) ? (
        <p className={styles.quiet}>没有走到拟定计划这一步。</p>
      ) : (
        <>
          <p className={answer.doing}>
            <span className={answer.spin} aria-hidden="true" />
            {researchStateNames[state.state]}
          </p>
          <div className={styles.ghost} aria-hidden="true">
            <i />
            <i />
            <i />
          </div>
        </>
      )}
    </section>
  )
}
