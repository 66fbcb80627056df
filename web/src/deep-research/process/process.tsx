import type { ResearchState } from '@scinav/contract'
import type { ReactNode } from 'react'
import answer from '../../chat/answer/answer.module.css'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import { stepResultText } from '../plan/plan-progress.tsx'
import {
  defaultSections,
  isEnded,
  isWorking,
  planOrigin,
  researchStateNames,
  stepStateNames,
} from '../state/research-labels.ts'
import type { OpenSource } from '../state/use-open-source.tsx'
import { Activity } from './activity.tsx'
import styles from './process.module.css'

interface Props {
  state: ResearchState
  onOpen: OpenSource
}

/** Renders everything done so far in order: each search, each source read, each piece of evidence. */
export function Process({ state, onOpen }: Props) {
  return (
    <div className={styles.columns}>
      <ol className={styles.moments} aria-label="研究过程">
        <PlanningPhase state={state} onOpen={onOpen} />
        {state.steps
          .filter((step) => step.state !== 'pending')
          .map((step) => (
            <TimelineEntry
              key={step.step_id}
              icon={step.state === 'failed' || step.state === 'empty' ? 'warning' : 'search'}
              tone={step.state}
              title={step.title}
              note={[step.state !== 'done' && stepStateNames[step.state], stepResultText(state, step)]}
            >
              {step.note && <p className={styles.note}>{step.note}</p>}
              <Activity
                searches={step.searches}
                sources={state.read.filter(({ step_ids }) => step_ids.includes(step.step_id))}
                evidence={state.evidence.filter(({ step_id }) => step_id === step.step_id)}
                isEnded={isEnded(state.state)}
                onOpen={onOpen}
              />
            </TimelineEntry>
          ))}
        <WritingPhase state={state} />
      </ol>
      <Contents state={state} />
    </div>
  )
}

/** Renders what happened before the plan was carried out. */
function PlanningPhase({ state, onOpen }: Props) {
  const { clarification, background, searches, plans, accepted_version, auto_accept_plan } = state
  const backgroundSources = state.read.filter(({ looked }) => looked)
  const plan = plans.at(-1)
  return (
    <>
      {clarification?.decided && (
        <TimelineEntry icon="chat" title="澄清问题">
          <div className={styles.exchange}>
            <p>{clarification.question}</p>
            <p>{clarification.answer ?? '（已跳过，按原问题研究）'}</p>
          </div>
        </TimelineEntry>
      )}
      {(searches.length > 0 || backgroundSources.length > 0) && (
        <TimelineEntry
          icon="search"
          title="背景检索"
          note={[`${searches.length} 次`, background && `相关文献 ${background.sources} 篇`]}
        >
          <Activity
            searches={searches}
            sources={backgroundSources}
            evidence={[]}
            isEnded={isEnded(state.state)}
            onOpen={onOpen}
          />
        </TimelineEntry>
      )}
      {plan && (
        <TimelineEntry icon="list" title="拟定计划" note={[plans.length > 1 && `${plans.length} 版`]}>
          <p className={styles.note}>
            {planOrigin(plan)}，分成 {plan.steps.length} 步
            {accepted_version !== null &&
              `；${auto_accept_plan ? '未经确认，直接开始' : `采用第 ${accepted_version} 版`}`}
          </p>
        </TimelineEntry>
      )}
    </>
  )
}

/** Renders the writing phase: the sections written, how the report was checked, and the current step. */
function WritingPhase({ state }: { state: ResearchState }) {
  const { sections, check, report } = state
  const doneCount = sections.filter((section) => section.state === 'done').length
  return (
    <>
      {sections.length > 0 && (
        <TimelineEntry icon="edit" title="成文" note={[`${doneCount} / ${sections.length} 节`]}>
          <p className={styles.note}>{sections.map(({ title }) => title).join(' · ')}</p>
        </TimelineEntry>
      )}
      {check && (
        <TimelineEntry icon="shield" title="核对引文">
          <p className={styles.note}>
            {check.sentences} 句中 {check.cited} 句有引用；{check.quotes} 处引文中 {check.located}{' '}
            处与原文逐字相符
            {check.removed > 0 && `；${check.removed} 句原文没有说，已删去`}
          </p>
        </TimelineEntry>
      )}
      {isEnded(state.state) ? (
        <TimelineEntry
          icon={report ? 'check' : 'close'}
          tone={report ? 'ended' : 'empty'}
          title={researchStateNames[state.state]}
        />
      ) : (
        <li className={styles.now}>
          <span className={styles.sign}>
            {isWorking(state.state) ? (
              <span className={answer.spin} aria-hidden="true" />
            ) : (
              <Icon name="user" size={16} />
            )}
          </span>
          <div>
            <h3>{researchStateNames[state.state]}</h3>
            <p className={styles.note}>可以离开本页，回来后从这里继续</p>
          </div>
        </li>
      )}
    </>
  )
}

interface TimelineEntryProps {
  icon: IconName
  title: string
  /** Parts of the remark after the title; absent ones are left out. */
  note?: readonly (string | false | null)[]
  /** The state by which the sign is colored; `running` shows a spinner. */
  tone?: string
  children?: ReactNode
}

/** Renders one entry of the process: its sign, its title with a remark, and its details. */
function TimelineEntry({ icon, title, note = [], tone, children }: TimelineEntryProps) {
  const noteText = note.filter(Boolean).join(' · ')
  return (
    <li>
      <span className={styles.sign} data-tone={tone}>
        {tone === 'running' ? (
          <span className={answer.spin} aria-hidden="true" />
        ) : (
          <Icon name={icon} size={16} />
        )}
      </span>
      <div>
        <h3>
          {title} {noteText && <span>{noteText}</span>}
        </h3>
        {children}
      </div>
    </li>
  )
}

/**
 * Renders the sections of the report and their progress: those begun or, before that, those expected. Renders nothing
 * once the research has ended.
 */
function Contents({ state }: { state: ResearchState }) {
  const { sections, steps } = state
  if (isEnded(state.state)) return null
  const begunSections = sections.map(({ section_id, title, state }) => ({ key: section_id, title, state }))
  // Once the plan is known, its steps take the place of the section of evidence.
  const [scope = '', evidence = '', ...rest] = defaultSections
  const expectedTitles = [
    scope,
    ...(steps.length > 0 ? steps.map(({ title }) => title) : [evidence]),
    ...rest,
  ]
  const expectedSections = expectedTitles.map((title, at) => ({
    key: `${at} ${title}`,
    title,
    state: 'waiting',
  }))
  return (
    <aside className={styles.contents} aria-label="报告将包含">
      <h3>报告将包含</h3>
      <ol>
        {(begunSections.length > 0 ? begunSections : expectedSections).map(({ key, title, state }) => (
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
