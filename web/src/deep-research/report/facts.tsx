import type { ReportCheck, ResearchReport, ResearchState } from '@scinav/contract'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { isEnded } from '../state/research-labels.ts'
import styles from './report.module.css'

interface Props {
  /** The stored report, or what the run has written so far. */
  shown: Pick<ResearchReport, 'references' | 'check' | 'engine' | 'sections'>
  /** The stored report; undefined while it is being written. */
  stored: ResearchReport | undefined
  state: ResearchState
}

/**
 * Renders one line about the report: how it was made, how many sources it is based on, and how its citations were
 * checked.
 */
export function ReportFacts({ shown, stored, state }: Props) {
  const { references, check, sections } = shown
  const unsupportedCount = sections
    .flatMap(({ citations }) => citations)
    .filter(({ support }) => support === 'unsupported').length
  const facts = [
    state.read.length > 0 && `读 ${state.read.length} 篇`,
    references.length > 0 && `引 ${references.length} 篇`,
    state.evidence.length > 0 && `${state.evidence.length} 段证据`,
    ...(check ? checkFacts(check) : []),
    unsupportedCount > 0 && `${unsupportedCount} 处原文不支持`,
    stored?.model && `由 ${stored.model} 写成`,
  ]
  const plan = state.plans.find(({ version }) => version === state.accepted_version)
  return (
    <p className={styles.facts}>
      <span className={styles.label}>
        {stored?.label ?? (isByModel(shown, state) ? 'AI 生成，请核实' : '原文摘录')}
      </span>
      {plan && plan.made_by !== 'user' && (
        <span className={styles.label}>{plan.made_by === 'model' ? '计划由模型拟定' : '计划按模板拟定'}</span>
      )}
      {facts.filter(Boolean).map((fact) => (
        <span key={String(fact)}>{fact}</span>
      ))}
      {stored && stored.version > 1 && (
        <span>
          您改过，
          <RelativeTime at={stored.updated_at} />
        </span>
      )}
    </p>
  )
}

/** Whether a model wrote the report; false when the run ended before a model had written any section. */
const isByModel = ({ engine, sections }: Props['shown'], { state }: ResearchState): boolean =>
  engine === 'model' &&
  (!isEnded(state) || sections.some(({ written_by, text }) => written_by === 'model' && text !== ''))

/** Returns the results of the check in words; false where there is nothing to say. */
const checkFacts = ({ quotes, located, verified = 0, removed }: ReportCheck) => [
  quotes > 0 && `${located} / ${quotes} 处引文逐字核对`,
  verified > 0 && `${verified} 处由模型核对过意思`,
  removed > 0 && `删去 ${removed} 句原文没有的话`,
]
