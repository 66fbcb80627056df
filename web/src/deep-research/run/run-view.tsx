import { api, type ResearchState } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { type Ref, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../api/use-read.ts'
import { useWrite } from '../../api/use-write.ts'
import { prefetchMarkdown } from '../../chat/answer/lazy-markdown.ts'
import { ActionButton } from '../../ui/buttons/action-button.tsx'
import action from '../../ui/buttons/buttons.module.css'
import { Panel } from '../../ui/dialogs/panel.tsx'
import { useRestoredFocus } from '../../ui/focus.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toasts/toast.state.ts'
import { Notice } from '../../ui/views/notice.tsx'
import { PageHeader } from '../../ui/views/page-header.tsx'
import { ReadView } from '../../ui/views/read-view.tsx'
import { PlanSide } from '../plan/plan-side.tsx'
import { Process } from '../process/process.tsx'
import { ReportPane } from '../report/report-pane.tsx'
import { Runs } from '../runs/runs.tsx'
import { FreeCount } from '../state/free-count.tsx'
import { FullQuestion, researchName } from '../state/question-heading.tsx'
import { isEnded, isWaiting, researchStateNames } from '../state/research-labels.ts'
import { useOpenSource } from '../state/use-open-source.tsx'
import { EndedNotice } from './ended-notice.tsx'
import styles from './run.module.css'
import { RunSettings } from './run-settings.tsx'
import { RunTabs, useRunTab } from './run-tabs.tsx'
import { type Run, useResearchRun } from './use-research-run.ts'

/** Renders a running or finished research: plan and settings at the left, process and report at the right. */
export function RunView({ run_id }: { run_id: string }) {
  const { stored, state, failure, again } = useResearchRun(run_id)
  // Every run ends in a report, so its renderer is loaded in advance.
  useEffect(prefetchMarkdown, [])
  return (
    <ReadView of={stored} what="这次研究">
      {(run) => (
        <>
          {failure && (
            <div className={styles.lost}>
              <Notice tone="warning" action={<ActionButton name="重新连接" onPress={again} />}>
                看不到最新进展：{failure.message}。研究仍在服务器上继续。
              </Notice>
            </div>
          )}
          <OpenedRun run={run} state={state ?? run.snapshot} />
        </>
      )}
    </ReadView>
  )
}

/** Renders a run that has been read; `state` is its present state. */
function OpenedRun({ run, state }: { run: Run; state: ResearchState }) {
  const [tab, showSide] = useRunTab(state)
  const { open, panel } = useOpenSource()
  const report_id = state.report?.report_id
  const report = useRead(
    api.deepResearch.report,
    { report_id: report_id ?? '' },
    { enabled: report_id !== undefined },
  )
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused element may disappear when the run or the tab changes, a plan arrives, or the stored report is shown.
  useRestoredFocus(
    () => heading.current,
    [state.state, tab, state.plans.length, report.data !== undefined].join(),
  )
  return (
    <>
      <Header run={run} state={state} heading={heading} />
      <p className="sr-only" role="status">
        研究进展：{progressText(state)}
      </p>
      <EndedNotice state={state} onProcess={() => showSide('research')} />
      <div className={styles.frame}>
        <div className={styles.columns}>
          <div className={styles.side} data-waits={isWaiting(state.state)}>
            <PlanSide state={state} />
            <RunSettings state={state} />
          </div>
          <div className={styles.work}>
            <RunTabs state={state} tab={tab} onShow={showSide} />
            {tab === 'research' ? (
              <Process state={state} onOpen={open} />
            ) : (
              <ReportPane state={state} report={report} onOpen={open} />
            )}
          </div>
        </div>
      </div>
      {panel}
    </>
  )
}

/** Returns the current step or the outcome as text, for screen readers. */
function progressText({ state, sections }: ResearchState): string {
  const writing = state === 'writing' && sections.find((section) => section.state === 'writing')
  return writing ? `正在写${inCorners(writing.title)}` : researchStateNames[state]
}

interface HeaderProps {
  run: Run
  state: ResearchState
  /** Receives the element of the heading, to move the focus to it. */
  heading: Ref<HTMLHeadingElement>
}

/** Renders the question, when the run began, and the actions on the run. */
function Header({ run, state, heading }: HeaderProps) {
  const [isListOpen, setListOpen] = useState(false)
  const question = state.question || run.question
  return (
    <>
      <PageHeader
        heading={heading}
        title={researchName(question, state.report)}
        note={
          <span className={styles.about}>
            <span>
              <RelativeTime at={run.created_at} />
              开始
            </span>
            <FullQuestion question={question} />
            {!isEnded(state.state) && <FreeCount />}
          </span>
        }
        actions={
          <>
            <ActionButton name="历次报告" onPress={() => setListOpen(true)} />
            {isEnded(state.state) ? (
              <Link className={action.button} to="/deepResearch">
                研究另一个问题
              </Link>
            ) : (
              <RunActions run={run} state={state} />
            )}
          </>
        }
      />
      {isListOpen && (
        <Suspense>
          <Panel title="历次报告" width={420} side onClose={() => setListOpen(false)}>
            <Runs current={run.run_id} />
          </Panel>
        </Suspense>
      )}
    </>
  )
}

/** Renders the actions on a running research: 就现有材料成文 writes the report from the present evidence, 停止 ends the run. */
function RunActions({ run, state }: { run: Run; state: ResearchState }) {
  const { chat_id, chat_record_id } = run
  const { mutateAsync } = useWrite(api.chat.cancel)
  /** The end that was requested and has not come yet. */
  const [requested, setRequested] = useState<'stop' | 'finish_now'>()
  const end = async (mode: 'stop' | 'finish_now') => {
    setRequested(mode)
    const answer = await mutateAsync({ chat_id, chat_record_id, mode })
    if (answer.success) return
    setRequested(undefined)
    toast(`没有${mode === 'stop' ? '停下' : '成稿'}：${answer.message}`, { tone: 'bad' })
  }
  const canFinish = state.state === 'researching' && state.evidence.length > 0
  return (
    <>
      {canFinish && (
        <ActionButton
          name="就现有材料成文"
          busy={requested === 'finish_now'}
          off={requested === 'stop'}
          onPress={() => void end('finish_now')}
        />
      )}
      <ActionButton
        name="停止"
        busy={requested === 'stop' || state.state === 'cancelling'}
        onPress={() => void end('stop')}
      />
    </>
  )
}
