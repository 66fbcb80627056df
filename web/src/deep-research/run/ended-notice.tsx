import type { ResearchState } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useNavigate } from 'react-router'
import { researchAddress } from '../../chat/start/addresses.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { Notice } from '../../ui/views/notice.tsx'
import { groupFallbacks, stepStateNames } from '../state/research-labels.ts'
import styles from './run.module.css'

interface Props {
  state: ResearchState
  /** Shows the process of the research. */
  onProcess: () => void
}

/** Renders the warnings of a research run, why it did not end as planned, and what can be done about it. */
export function EndedNotice({ state, onProcess }: Props) {
  const navigate = useNavigate()
  const { question, sources, sections } = state
  const restart = () =>
    void navigate(researchAddress({ question, engines: sources.engines, paper_id_list: sources.paper_ids }))
  const isInsufficient = sections.some(({ kind }) => kind === 'insufficient')
  return (
    <div className={styles.notices}>
      {state.warnings.map((text) => (
        <Notice key={text}>{text}</Notice>
      ))}
      {groupFallbacks(state.fallbacks).map(({ reason, parts }) => (
        <Notice key={reason}>
          {parts}：{reason}。
        </Notice>
      ))}
      {isInsufficient && (
        <Notice tone="warning" action={<ActionButton name="换个问法" onPress={restart} />}>
          证据不足：相关文献不到 3 篇，报告只列出找到的原文和试过的检索式。
          {sources.engines.some((id) => id !== 'local')
            ? '可以换个问法再研究一次。'
            : '可以换个问法，或加上站外检索来源再研究一次。'}
        </Notice>
      )}
      {state.state === 'completed_partial' && !isInsufficient && (
        <Notice tone="warning" action={<ActionButton name="看过程" onPress={onProcess} />}>
          部分完成：{missingStepsText(state)}
        </Notice>
      )}
      {state.state === 'cancelled' && (
        <Notice action={<ActionButton name="再研究一次" onPress={restart} />}>
          已停止。{sections.length > 0 ? '停止之前写下的内容还在。' : '还没有写报告，不计入免费次数。'}
        </Notice>
      )}
      {state.state === 'failed' && (
        <Notice tone="bad" action={<ActionButton name="再研究一次" onPress={restart} />}>
          <p>
            {(state.error?.message ?? '这次研究没有完成').replace(/[。.；]$/, '')}
            。已经查到的内容保留在研究过程里，不计入免费次数。
          </p>
          {state.error && <code className={styles.code}>错误代码 {state.error.code}</code>}
        </Notice>
      )}
    </div>
  )
}

/** Formats which steps of the plan are missing from the report, and why. */
function missingStepsText({ steps }: ResearchState): string {
  const missing = steps.filter(({ state }) => state !== 'done')
  if (missing.length === 0) return '报告没有按计划写完，已写成的部分可以放心引用。'
  const reasons = missing.map(({ title, state }) => `${inCorners(title)}${stepStateNames[state]}`)
  return `${reasons.join('，')}；报告只依据其余步骤。`
}
