import type { ResearchState } from '@scinav/contract'
import { useEffect } from 'react'
import { useDeepResearchState } from '../../api/specified.state.ts'
import answer from '../../chat/answer/answer.module.css'
import { handleTabKeys } from '../../ui/tab-keys.ts'
import { type RunSide, useResearchAddress } from '../state/address.ts'
import { isEnded, isWorking } from '../state/research-labels.ts'
import styles from './run.module.css'

/** The tabs in their order. */
const tabs: readonly { view: RunSide; name: string }[] = [
  { view: 'research', name: '研究过程' },
  { view: 'report', name: '报告' },
]

/**
 * Returns the shown side of a run and its setter: the one in the address, otherwise the report once it has sections.
 */
export function useRunTab(state: ResearchState): [RunSide, (view: RunSide) => void] {
  const { view, showSide } = useResearchAddress()
  const tab = view ?? (state.sections.length > 0 ? 'report' : 'research')
  useSyncSpecifiedState(state, tab)
  return [tab, showSide]
}

/** Writes the state of the open run to the store that the specification prescribes. */
function useSyncSpecifiedState(state: ResearchState, activeTab: RunSide): void {
  const { application_id: applicationId, thread_id: threadId, report } = state
  const reportVis = state.sections.length > 0
  const reportLoading = reportLoadingState(state)
  const reportId = report?.report_id ?? ''
  useEffect(() => {
    useDeepResearchState.setState({
      applicationId,
      threadId,
      reportId,
      activeTab,
      reportVis,
      reportLoading,
    })
  }, [applicationId, threadId, reportId, activeTab, reportVis, reportLoading])
}

/** Returns the specification's state of the report: 0 running · 1 done · 2 failed · 3 hidden. */
function reportLoadingState({ state, sections, report }: ResearchState): 0 | 1 | 2 | 3 {
  if (state === 'failed') return 2
  if (report) return 1
  if (sections.length === 0) return 3
  return isEnded(state) ? 2 : 0
}

interface Props {
  state: ResearchState
  tab: RunSide
  /** Called with the side that the user wants to see. */
  onShow: (view: RunSide) => void
}

/** Renders the tabs 研究过程 and 报告; arrow keys move between them. */
export function RunTabs({ state, tab, onShow }: Props) {
  const { reportLoading } = useDeepResearchState()
  /** Whether work is going on in a tab. */
  const isRunning = (view: RunSide) =>
    view === 'report' ? reportLoading === 0 : isWorking(state.state) && reportLoading === 3
  return (
    <div className={styles.tabs} role="tablist" aria-label="研究过程和报告" onKeyDown={handleTabKeys}>
      {tabs.map(({ view, name }) => (
        <button
          key={view}
          type="button"
          role="tab"
          aria-selected={view === tab}
          tabIndex={view === tab ? 0 : -1}
          onClick={() => onShow(view)}
        >
          {name}
          {isRunning(view) && <span className={answer.spin} aria-hidden="true" />}
        </button>
      ))}
    </div>
  )
}
