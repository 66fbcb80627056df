import {
  type CheckedManuscript,
  type ManuscriptCheckState,
  type ManuscriptFinding,
  manuscriptFindingGroups,
  manuscriptGroupNames,
  manuscriptSeverities,
  manuscriptSeverityNames,
} from '@scinav/contract'
import { useState } from 'react'
import { LinkButton } from '../../ui/buttons/quiet-button.tsx'
import { formatCount } from '../../ui/figures.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { EmptyView } from '../../ui/views/state-view.tsx'
import { FindingCard } from './finding-card.tsx'
import { Balance } from './finding-groups.tsx'
import { byUrgency, type FindingFilter, isSafe } from './finding-labels.ts'
import styles from './manuscript-check.module.css'
import { RewrittenList } from './rewritten-list.tsx'
import { type Decisions, decisionOf, type useCheckRun } from './use-check-run.ts'

interface Props {
  state: ManuscriptCheckState
  /** The findings that pass the filter. */
  findings: readonly ManuscriptFinding[]
  manuscript: CheckedManuscript | undefined
  filter: FindingFilter
  onFilter: (filter: FindingFilter) => void
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  /** Shows the place of a finding where manuscript and findings take turns. */
  onShowText: (id: string) => void
  hasOnePane: boolean
  decisions: Decisions
  decide: ReturnType<typeof useCheckRun>['decide']
}

/** Renders the findings by group, the most severe first, with a filter by severity; the selected one is open. */
export function FindingList(props: Props) {
  const { state, findings, filter, onFilter } = props
  const groups = Map.groupBy(findings, ({ group }) => group)
  const inGroup = state.findings.filter(({ group }) => filter.group === undefined || group === filter.group)
  const chip = (severity: FindingFilter['severity'], name: string, count: number) => (
    <button
      key={name}
      type="button"
      data-severity={severity}
      aria-pressed={filter.severity === severity}
      onClick={() => onFilter({ ...filter, severity })}
    >
      {name} {formatCount(count)}
    </button>
  )
  return (
    <div className={styles.findings}>
      <div className={styles.filters}>
        {chip(undefined, '全部', inGroup.length)}
        {manuscriptSeverities.map((severity) =>
          chip(
            severity,
            manuscriptSeverityNames[severity],
            inGroup.filter((finding) => finding.severity === severity).length,
          ),
        )}
        <CorrectAll {...props} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached from the keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="核对结果">
        {findings.length === 0 && <NoFindings state={state} />}
        {manuscriptFindingGroups.map((group) => {
          const members = groups.get(group)
          return (
            members && (
              <FindingGroup key={group} {...props} group={group} members={members.toSorted(byUrgency)} />
            )
          )
        })}
        <div className={styles.below}>
          <Balance state={state} />
        </div>
      </section>
    </div>
  )
}

/** Renders why no finding is listed: the check runs, the filter excludes all, or there are none. */
function NoFindings({ state }: { state: ManuscriptCheckState }) {
  if (state.state === 'running') return <p className={styles.quiet}>还没有结果，发现一处就会列出一处</p>
  if (state.findings.length > 0) return <p className={styles.quiet}>没有符合条件的结果</p>
  return <EmptyView title="没有发现需要处理的地方" note="引文与列表相符，条目与查到的题录一致" />
}

/** Renders the button that accepts all safe corrections that are still open; 撤销 takes them back. */
function CorrectAll({ state, decisions, decide }: Props) {
  const safe = state.findings.filter(
    (finding) => isSafe(finding) && decisionOf(decisions, finding.id).decision === 'open',
  )
  if (safe.length === 0) return null
  const changeAll = (from: 'open' | 'corrected', to: 'open' | 'corrected') =>
    decide((now) =>
      safe
        .map(({ id }) => decisionOf(now, id))
        .filter(({ decision }) => decision === from)
        .map((each) => ({ ...each, decision: to })),
    )
  const correct = async () => {
    if (await changeAll('open', 'corrected'))
      toast(`已改正 ${safe.length} 处，导出时记为修订`, {
        undo: () => void changeAll('corrected', 'open'),
      })
  }
  return <LinkButton name={`改正可直接改的 ${formatCount(safe.length)} 处`} onPress={() => void correct()} />
}

/** Number of findings of a group that are shown at first. */
const FIRST_FINDINGS = 20

interface FindingGroupProps extends Props {
  group: ManuscriptFinding['group']
  /** The findings of the group. */
  members: readonly ManuscriptFinding[]
}

/** Renders the findings of a group below its name, which folds them; at first only some of many. */
function FindingGroup({ group, members, ...props }: FindingGroupProps) {
  const [hasAll, setHasAll] = useState(false)
  const [isFolded, setFolded] = useState(false)
  const [isRewriting, setRewriting] = useState(false)
  const { state, manuscript, selected, onSelect } = props
  const selectedAt = members.findIndex(({ id }) => id === selected)
  // A selected finding is always shown.
  const isOpen = !isFolded || selectedAt !== -1
  const listed = hasAll || selectedAt >= FIRST_FINDINGS ? members : members.slice(0, FIRST_FINDINGS)
  const shown = isOpen ? listed : []
  const toggle = () => {
    setFolded(isOpen)
    if (selectedAt !== -1) onSelect(undefined)
  }
  return (
    <section className={styles.group} aria-label={manuscriptGroupNames[group]}>
      <h3>
        <button type="button" aria-expanded={isOpen} onClick={toggle}>
          <Icon name={isOpen ? 'down' : 'right'} size={16} />
          {manuscriptGroupNames[group]} <span className={styles.quiet}>{formatCount(members.length)}</span>
        </button>
        {group === 'form' && state.state !== 'running' && (
          <LinkButton name="按所选格式改写整表" onPress={() => setRewriting(true)} />
        )}
      </h3>
      {shown.map((finding) => (
        <FindingCard
          key={finding.id}
          finding={finding}
          manuscript={manuscript}
          isOpen={finding.id === selected}
          onToggle={() => onSelect(finding.id === selected ? undefined : finding.id)}
          onShowText={props.hasOnePane ? () => props.onShowText(finding.id) : undefined}
          decision={props.decisions.get(finding.id)}
          decide={props.decide}
        />
      ))}
      {isOpen && listed.length < members.length && (
        <LinkButton
          name={`其余 ${formatCount(members.length - listed.length)} 条`}
          onPress={() => setHasAll(true)}
        />
      )}
      {isRewriting && <RewrittenList check_id={state.check_id} onClose={() => setRewriting(false)} />}
    </section>
  )
}
