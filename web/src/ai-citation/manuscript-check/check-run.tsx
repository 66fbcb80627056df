import type { ManuscriptFinding } from '@scinav/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import { formatCount } from '../../ui/figures.ts'
import { useFoldedSider } from '../../ui/use-folded-sider.ts'
import { useMedia } from '../../ui/use-media.ts'
import { isUnclaimedKey } from '../../ui/use-row-keys.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { FindingGroups } from './finding-groups.tsx'
import { byPlace, type FindingFilter } from './finding-labels.ts'
import { FindingList } from './finding-list.tsx'
import styles from './manuscript-check.module.css'
import { ManuscriptPane } from './manuscript-pane.tsx'
import { PrintedReport } from './printed-report.tsx'
import { RunHead } from './run-head.tsx'
import { RunNotices } from './run-notices.tsx'
import { useCheckRun } from './use-check-run.ts'

interface Props {
  check_id: string
  /** Opens another check, such as a repetition of this one. */
  onOther: (check_id: string) => void
}

/** The pane that a narrow window shows. */
type Pane = 'findings' | 'text'

/** Below this width the manuscript and the findings take turns. */
const ONE_PANE = '(max-width: 1023px)'

/**
 * Renders a check: its progress, the manuscript with marks, the findings. Filters apply to both panes; a finding
 * selected in one is shown in the other; on narrow screens the panes take turns.
 */
export function CheckRun({ check_id, onOther }: Props) {
  const run = useCheckRun(check_id)
  useFoldedSider()
  const [filter, setFilter] = useState<FindingFilter>({ group: undefined, severity: undefined })
  const hasOnePane = useMedia(ONE_PANE)
  const findings = run.state?.findings ?? []
  const visibleFindings = useMemo(
    () => findings.filter((finding) => matches(finding, filter)).toSorted(byPlace),
    [findings, filter],
  )
  const { pane, setPane, selected, select, step, showText } = useFindingSelection(visibleFindings)
  const manuscript = run.manuscript.data
  const textPane = (
    <ReadView of={run.manuscript} what="文稿">
      {(text) => (
        <ManuscriptPane
          manuscript={text}
          findings={visibleFindings}
          decisions={run.decisions}
          selected={selected}
          onSelect={(id) => select(id, 'text')}
          onStep={step}
        />
      )}
    </ReadView>
  )
  return (
    <ReadView of={run.stored} what="核对">
      {(stored) => {
        const state = run.state ?? stored.snapshot
        return (
          <>
            <RunHead state={state} created_at={stored.created_at} onOther={onOther} />
            {run.failure && (
              <Notice tone="bad" action={<ActionButton name="重试" onPress={run.again} />}>
                {run.failure.message}
              </Notice>
            )}
            <RunNotices
              state={state}
              later={state.findings.filter(({ id }) => stored.later_findings.includes(id))}
              isOfBatch={stored.batch_id !== null}
              onOther={onOther}
            />
            {state.facts && (
              <>
                {hasOnePane && <PaneSwitch pane={pane} count={findings.length} onPane={setPane} />}
                <div className={styles.columns}>
                  {(!hasOnePane || pane === 'text') && textPane}
                  {(!hasOnePane || pane === 'findings') && (
                    <>
                      <FindingGroups state={state} filter={filter} onFilter={setFilter} />
                      <FindingList
                        state={state}
                        findings={visibleFindings}
                        manuscript={manuscript}
                        filter={filter}
                        onFilter={setFilter}
                        selected={selected}
                        onSelect={(id) => select(id, 'findings')}
                        onShowText={showText}
                        hasOnePane={hasOnePane}
                        decisions={run.decisions}
                        decide={run.decide}
                      />
                    </>
                  )}
                </div>
                <PrintedReport state={state} manuscript={manuscript} created_at={stored.created_at} />
              </>
            )}
          </>
        )
      }}
    </ReadView>
  )
}

/** Holds which of the visible findings is selected and, where there is one pane, which pane is visible. */
function useFindingSelection(visibleFindings: readonly ManuscriptFinding[]) {
  const [selected, setSelected] = useState<string>()
  const [pane, setPane] = useState<Pane>('findings')
  /** Selects a finding pressed in a pane, or none, and shows it in the other pane. */
  const select = (id: string | undefined, from: Pane) => {
    setSelected(id)
    if (id === undefined) return
    if (from === 'findings') return revealFinding(id, 'text')
    setPane('findings')
    revealFinding(id, 'findings', true)
  }
  /** Selects the next finding or the one before, and focuses it when asked to; returns whether there is one. */
  const step = (by: 1 | -1, focuses = false): boolean => {
    const index = visibleFindings.findIndex(({ id }) => id === selected)
    const next = visibleFindings[index === -1 ? 0 : index + by]
    if (!next) return false
    setSelected(next.id)
    revealFinding(next.id, 'findings', focuses)
    revealFinding(next.id, 'text')
    return true
  }
  const showText = (id: string) => {
    setSelected(id)
    setPane('text')
    revealFinding(id, 'text', true)
  }
  useFindingKeys((by) => step(by, true))
  return { pane, setPane, selected, select, step, showText }
}

/** Returns whether a finding passes the filter; undefined parts of it let everything pass. */
const matches = ({ group, severity }: ManuscriptFinding, filter: FindingFilter): boolean =>
  (filter.group === undefined || filter.group === group) &&
  (filter.severity === undefined || filter.severity === severity)

/** Scrolls to a finding in a pane once it is rendered there, and focuses its button when asked to. */
function revealFinding(id: string, pane: Pane, focuses = false): void {
  requestAnimationFrame(() => {
    const name = CSS.escape(id)
    const attribute = pane === 'text' ? 'data-mark' : 'data-finding'
    const element = document.querySelector<HTMLElement>(`[${attribute}="${name}"]`)
    element?.scrollIntoView({ block: 'nearest' })
    // In the text, the mark itself is the button.
    const button = pane === 'text' ? element : element?.querySelector('button')
    if (focuses) button?.focus({ preventScroll: true })
  })
}

interface PaneSwitchProps {
  pane: Pane
  /** Number of findings. */
  count: number
  onPane: (pane: Pane) => void
}

/** Renders the choice of the pane in a narrow window. */
function PaneSwitch({ pane, count, onPane }: PaneSwitchProps) {
  const options = [
    { id: 'findings', name: `核对结果 ${formatCount(count)}` },
    { id: 'text', name: '文稿' },
  ] as const
  return (
    <fieldset className={styles.switch} aria-label="看核对结果或文稿">
      {options.map(({ id, name }) => (
        <button key={id} type="button" aria-pressed={pane === id} onClick={() => onPane(id)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}

/** How many findings a key moves on. */
const KEY_STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }

/**
 * Handles the keys `j` and `k`, which move through the findings in the order of the text; `step` returns whether it
 * moved.
 */
function useFindingKeys(step: (by: 1 | -1) => boolean): void {
  const latest = useRef(step)
  latest.current = step
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const by = KEY_STEPS[event.key]
      if (by !== undefined && isUnclaimedKey(event) && latest.current(by)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
