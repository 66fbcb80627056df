import {
  type CheckedManuscript,
  describeDifference,
  type ManuscriptCheckState,
  type ManuscriptFinding,
  manuscriptFindingGroups,
  manuscriptGroupNames,
  manuscriptKindNames,
  manuscriptSeverities,
  manuscriptSeverityNames,
} from '@scinav/contract'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { byUrgency, entryLabel, findingPage } from './finding-labels.ts'
import styles from './manuscript-check.module.css'

interface Props {
  state: ManuscriptCheckState
  manuscript: CheckedManuscript | undefined
  created_at: string
}

/** Renders the report that goes on paper or into a PDF, while the browser prints; nothing on the screen. */
export function PrintedReport(props: Props) {
  return useIsPrinting() && <Report {...props} />
}

/** Whether the browser is printing; rendered at once, because it prints what is there when the event returns. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/** Renders the counts, the findings group by group, the most urgent first, and lines for signatures. */
function Report({ state, manuscript, created_at }: Props) {
  const { findings, facts, file_name } = state
  const groups = Map.groupBy(findings, ({ group }) => group)
  const severityCounts = manuscriptSeverities.map((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length
    return `${manuscriptSeverityNames[severity]} ${count}`
  })
  return (
    <section className={styles.printed} data-printed>
      <h2>稿件核对报告</h2>
      <p>
        {file_name}，{new Date(created_at).toLocaleString('zh-CN')}
      </p>
      <p>
        参考文献 {facts?.entries ?? 0} 条，正文引用 {facts?.markers ?? 0} 处；
        {severityCounts.join('，')}
      </p>
      {manuscriptFindingGroups.map((group) => {
        const members = groups.get(group)
        return (
          members && (
            <section key={group}>
              <h3>
                {manuscriptGroupNames[group]}（{members.length}）
              </h3>
              <ol>
                {members.toSorted(byUrgency).map((finding) => (
                  <PrintedFinding key={finding.id} finding={finding} manuscript={manuscript} />
                ))}
              </ol>
            </section>
          )
        )
      })}
      <p>「未找到」指所列来源没有收录，不等于文献不存在。</p>
      <p className={styles.signature}>
        <span>作者：</span>
        <span>核对人：</span>
        <span>日期：</span>
      </p>
    </section>
  )
}

interface FindingProps {
  finding: ManuscriptFinding
  manuscript: CheckedManuscript | undefined
}

/** Renders a finding with its place, the compared fields, the quoted sentence and the correction. */
function PrintedFinding({ finding, manuscript }: FindingProps) {
  const { severity, kind, message, entry, evidence, correction } = finding
  const page = findingPage(manuscript, finding)
  const place = [entryLabel(manuscript, entry), page !== null && `第 ${page} 页`].filter(Boolean)
  return (
    <li>
      <b>
        {manuscriptSeverityNames[severity]} {manuscriptKindNames[kind]}
      </b>{' '}
      {place.join('，')} {message}
      {evidence?.fields.map((field) => {
        const { name, given, found } = describeDifference(field)
        return (
          <div key={name}>
            {name}：稿件 {given}，题录 {found}
          </div>
        )
      })}
      {evidence?.quote && kind !== 'entry_form' && <div>原文：「{evidence.quote}」</div>}
      {evidence && evidence.asked.length > 0 && <div>查过 {evidence.asked.join('、')}</div>}
      {correction && <div>建议改为：{correction.text}</div>}
    </li>
  )
}
