import {
  api,
  type ManuscriptCheckState,
  manuscriptSeverities,
  manuscriptSeverityNames,
} from '@scinav/contract'
import { useWrite } from '../../api/use-write.ts'
import { StyleChoice } from '../../paper/cite/style-choice.tsx'
import { useEngineNames } from '../../search/use-engine-names.ts'
import { LinkButton } from '../../ui/buttons/quiet-button.tsx'
import { formatCount } from '../../ui/figures.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { timeLeft } from '../../ui/views/long-work.tsx'
import { ProgressBar } from '../../ui/views/progress-bar.tsx'
import { stageNames } from './finding-labels.ts'
import styles from './manuscript-check.module.css'
import { useRepeat } from './use-repeat.ts'

interface Props {
  state: ManuscriptCheckState
  created_at: string
  /** Opens the check that begins when another style is chosen. */
  onOther: (check_id: string) => void
}

/** Renders the head of a check: the file, what was asked for, the figures, and how far it is. */
export function RunHead({ state, created_at, onOther }: Props) {
  const { file_name, facts, style, scope } = state
  const nameOf = useEngineNames()
  const repeat = useRepeat(state, onOther)
  return (
    <>
      <div className={styles.head}>
        <h2>
          <Icon name="file-text" size={16} />
          {file_name}
        </h2>
        <span className={styles.quiet}>
          {facts && facts.pages > 1 && `${formatCount(facts.pages)} 页 · `}
          <RelativeTime at={created_at} />
        </span>
        <div className={styles.asked}>
          <span>格式</span>
          <StyleChoice style={style} quiet onStyle={(chosen) => void repeat(chosen)} />
          <span>范围</span>
          {[
            '本馆文献',
            ...(scope.dataset_ids.length > 0 ? ['知识库'] : []),
            ...scope.engines.map(nameOf),
          ].map((name) => (
            <span key={name} className={styles.scope}>
              {name}
            </span>
          ))}
        </div>
      </div>
      <div className={styles.summary}>
        <Figures state={state} />
        {state.state === 'running' && <RunProgress state={state} />}
      </div>
    </>
  )
}

/** Renders what was read of the manuscript and found; nothing before it was read. */
function Figures({ state: { facts, checked, findings } }: { state: ManuscriptCheckState }) {
  if (!facts) return null
  const figures = [
    { name: '参考文献', count: facts.entries },
    { name: '已核对', count: checked.length },
    { name: '正文引用', count: facts.markers },
  ]
  return (
    <dl>
      {figures.map(({ name, count }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
      {manuscriptSeverities.map((severity) => (
        <div key={severity}>
          <dt data-severity={severity}>{manuscriptSeverityNames[severity]}</dt>
          <dd>{formatCount(findings.filter((finding) => finding.severity === severity).length)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Renders the stage of a running check and how far it is, with a button that stops the check. */
function RunProgress({ state: { check_id, stages } }: { state: ManuscriptCheckState }) {
  const { mutateAsync: cancel, isPending } = useWrite(api.manuscriptChecks.cancel)
  const current = stages.findLast(({ state }) => state === 'running')
  const name = current ? stageNames[current.stage] : '正在排队'
  const progress = current && current.total > 0 ? current.done / current.total : 0
  const elapsed = current ? Date.now() - Date.parse(current.started_at) : undefined
  const done = stages.filter(({ state, finished_at }) => state === 'done' && finished_at !== null)
  const stop = async () => {
    const answer = await cancel({ check_id })
    if (!answer.success) toast(`没有停止：${answer.message}`, { tone: 'bad' })
  }
  return (
    <div className={styles.progress}>
      <div role="status">
        <span>
          {name}
          {current && current.total > 0 && ` ${formatCount(current.done)} / ${formatCount(current.total)}`}
        </span>
        <span className={styles.quiet}>{timeLeft(progress, elapsed)}</span>
        <LinkButton name={isPending ? '正在停止' : '停止'} onPress={() => void stop()} />
      </div>
      <ProgressBar label={name} progress={progress} />
      <p>
        {done
          .map(
            ({ stage, started_at, finished_at }) =>
              `${stageNames[stage]} ${secondsBetween(started_at, finished_at)}`,
          )
          .join(' · ')}
      </p>
    </div>
  )
}

/** Formats the time from start to end in whole seconds, at least one. */
const secondsBetween = (start: string, end: string | null): string =>
  `${Math.max(1, Math.round((Date.parse(end ?? start) - Date.parse(start)) / 1_000))} 秒`
