import { useState } from 'react'
import { citePapers } from '../paper/paper-action.state.ts'
import { useEngineNames } from '../search/use-engine-names.ts'
import { ActionButton } from '../ui/buttons/action-button.tsx'
import { formatCount } from '../ui/figures.ts'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toasts/toast.state.ts'
import { LongWork } from '../ui/views/long-work.tsx'
import { Notice } from '../ui/views/notice.tsx'
import styles from './ai-citation.module.css'
import {
  type CheckEngineState,
  type CheckedEntry,
  correctEntries,
  correctEntry,
  resumeCheck,
  stopCheck,
  useCheck,
} from './check.state.ts'
import { countByOutcome, findRepeats, needsReview, outcomeNames, resultTable } from './check-labels.ts'
import { EntryRow } from './entry-row.tsx'

/** The outcomes in the order in which they are listed. */
const outcomes = Object.keys(outcomeNames) as (keyof typeof outcomeNames)[]

/** Renders the progress and the summary of a check, and the result of each entry, with actions on the whole list. */
export function CheckResult() {
  const { entries, engines, papers } = useCheck()
  const [onlyProblems, setOnlyProblems] = useState(false)
  return (
    <>
      <CheckProgress />
      <CheckSummary entries={entries} papers={papers} engines={engines} />
      <EngineFailures engines={engines} />
      <div className={styles.tools}>
        <label>
          <input
            type="checkbox"
            checked={onlyProblems}
            onChange={({ target }) => setOnlyProblems(target.checked)}
          />
          只看有问题的
        </label>
        <ListActions />
      </div>
      <EntryTable entries={entries} papers={papers} onlyProblems={onlyProblems} />
    </>
  )
}

/** Renders how far a running check is, why one has stopped, and how many entries it leaves out. */
function CheckProgress() {
  const { entries, leftOut, isRunning, problem } = useCheck()
  const checkedCount = entries.filter(({ checked }) => checked).length
  return (
    <>
      {isRunning && (
        <LongWork
          title="正在核对"
          progress={checkedCount / entries.length}
          note={`${formatCount(checkedCount)} / ${formatCount(entries.length)} 条`}
          onCancel={stopCheck}
        />
      )}
      {problem && (
        <Notice tone="warning" action={<ActionButton name="继续核对" onPress={() => void resumeCheck()} />}>
          {problem}
        </Notice>
      )}
      {leftOut > 0 && (
        <Notice tone="warning">一次最多核对 500 条，还有 {formatCount(leftOut)} 条没有读入</Notice>
      )}
    </>
  )
}

/** Renders the actions on the whole list: correction and exports. */
function ListActions() {
  const { entries, papers, isRunning } = useCheck()
  const nameOf = useEngineNames()
  const citable = citablePapers(entries)
  return (
    <>
      <ActionButton
        name="改正全部"
        off={isRunning || !entries.some(correctEntry)}
        onPress={() => correctEntries(new Set(entries))}
      />
      <ActionButton name="导出清单" off={isRunning} onPress={() => downloadList(entries)} />
      <ActionButton
        name="导出核对表"
        off={isRunning}
        onPress={() => {
          saveFile(resultTable(entries, papers, nameOf), '参考文献核对表.csv')
          toast(`已导出 ${formatCount(entries.length)} 条`)
        }}
      />
      <ActionButton name="按本馆题录导出" off={citable.length === 0} onPress={() => citePapers(citable)} />
    </>
  )
}

interface EntryTableProps {
  entries: readonly CheckedEntry[]
  /** Number of papers in the library. */
  papers: number | undefined
  onlyProblems: boolean
}

/** Renders the entries with their numbers in the list: all of them, or those that need attention. */
function EntryTable({ entries, papers, onlyProblems }: EntryTableProps) {
  const repeats = findRepeats(entries)
  const shown = entries
    .map((entry, at) => ({ entry, at }))
    .filter(({ entry, at }) => !onlyProblems || needsReview(entry, repeats.has(at)))
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">原文</th>
            <th scope="col">结果</th>
            <th scope="col">依据与出入</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ entry, at }) => (
            <EntryRow key={at} entry={entry} number={at + 1} repeats={repeats.get(at)} papers={papers} />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className={styles.quiet}>没有需要处理的条目。</p>}
    </>
  )
}

/**
 * Returns the ids of the library papers that entries cite without contradiction, once each, in the order of the list.
 */
const citablePapers = (entries: readonly CheckedEntry[]): string[] => [
  ...new Set(entries.flatMap(({ checked }) => (checked?.paper && !checked.other ? [checked.paper.id] : []))),
]

/** Downloads the list with its corrections. */
function downloadList(entries: readonly CheckedEntry[]): void {
  saveFile(`${entries.map(({ text }) => text).join('\n')}\n`, '参考文献.txt')
  toast(`已导出 ${formatCount(entries.length)} 条`)
}

/** Reports engines that did not respond, so what they have is unknown. */
function EngineFailures({ engines }: { engines: readonly CheckEngineState[] }) {
  const failed = engines.filter(({ state }) => state !== 'ok')
  if (failed.length === 0) return null
  return (
    <Notice tone="warning">
      {failed
        // Most messages name their engine themselves.
        .map(({ name, message }) => (message?.includes(name) ? message : `${name}：${message}`))
        .join('；')}
      。其余条目没有再问，只在「查过」的检索来源中核对。
    </Notice>
  )
}

interface SummaryProps {
  entries: readonly CheckedEntry[]
  /** Number of papers in the library. */
  papers: number | undefined
  engines: readonly CheckEngineState[]
}

/** Renders how many entries have each outcome, and what was searched. */
function CheckSummary({ entries, papers, engines }: SummaryProps) {
  const counts = countByOutcome(entries)
  return (
    <p className={styles.summary} role="status">
      共 {formatCount(entries.length)} 条
      {outcomes
        .filter((outcome) => counts[outcome] > 0)
        .map((outcome) => (
          <span key={outcome} data-status={outcome}>
            {outcomeNames[outcome]} {formatCount(counts[outcome])}
          </span>
        ))}
      {papers !== undefined && (
        <span className={styles.quiet}>
          在本馆文献 {formatCount(papers)} 篇中核对
          {engines.length > 0 && `，本馆文献中没有的再问 ${engines.map(({ name }) => name).join('、')}`}
        </span>
      )}
    </p>
  )
}
