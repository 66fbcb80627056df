import type { ResearchState } from '@scinav/contract'
import answer from '../../chat/answer/answer.module.css'
import { Icon } from '../../ui/icons/icon.tsx'
import { defaultSections, isEnded } from '../state/research-labels.ts'
import styles from './process.module.css'

/** Renders the planned sections of the report and their progress; nothing once the research has ended. */
export function Contents({ state }: { state: ResearchState }) {
  const { sections, steps } = state
  if (isEnded(state.state)) return null
  const written = sections.map(({ section_id, title, state }) => ({ key: section_id, title, state }))
  const [scope = '', evidence = '', ...rest] = defaultSections
  const planned = [scope, ...(steps.length > 0 ? steps.map(({ title }) => title) : [evidence]), ...rest]
  const expected = planned.map((title, at) => ({ key: `${at} ${title}`, title, state: 'waiting' }))
  return (
    <aside className={styles.contents} aria-label="报告将包含">
      <h3>报告将包含</h3>
      <ol>
        {(written.length > 0 ? written : expected).map(({ key, title, state }) => (
          <li key={key} data-state={state}>
            <span>{title}</span>
            {state === 'done' && <Icon name="check" size={16} />}
            {state === 'writing' && <span className={answer.spin} aria-hidden="true" />}
          </li>
        ))}
        <li data-state="waiting">参考文献</li>
      </ol>
    </aside>
  )
}
