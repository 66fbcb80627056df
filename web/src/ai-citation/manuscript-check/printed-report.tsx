import {
  type CheckedManuscript,
  describeDifference,
  type ManuscriptCheckState,
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

function Report({ state, manuscript, created_at }: Props) {
  const { findings, facts, file_name } = state
  const groups = Map.groupBy(findings, ({ group }) => group)
  return (
    <section className={styles.printed} data-printed>
      <h2>稿件核对报告</h2>
      <p>
        {file_name}，{new Date(created_at).toLocaleString('zh-CN')}
      </p>
      <p>
        参考文献 {facts?.entries ?? 0} 条，正文引用 {facts?.markers ?? 0} 处；
        {manuscriptSeverities
          .map(
            (severity) =>
              `${manuscriptSeverityNames[severity]} ${findings.filter((finding) => finding.severity === severity).length}`,
          )
          .join('，')}
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
                {members.toSorted(byUrgency).map((finding) => {
                  const page = findingPage(manuscript, finding)
                  const place = [
                    entryLabel(manuscript, finding.entry),
                    page !== null && `第 ${page} 页`,
                  ].filter(Boolean)
                  return (
                    <li key={finding.id}>
                      <b>
                        {manuscriptSeverityNames[finding.severity]} {manuscriptKindNames[finding.kind]}
                      </b>{' '}
                      {place.join('，')} {finding.message}
                      {finding.evidence?.fields.map((field) => {
                        const { name, given, found } = describeDifference(field)
                        return (
                          <div key={name}>
                            {name}：稿件 {given}，题录 {found}
                          </div>
                        )
                      })}
                      {finding.evidence?.quote && finding.kind !== 'entry_form' && (
                        <div>原文：「{finding.evidence.quote}」</div>
                      )}
                      {finding.evidence && finding.evidence.asked.length > 0 && (
                        <div>查过 {finding.evidence.asked.join('、')}</div>
                      )}
                      {finding.correction && <div>建议改为：{finding.correction.text}</div>}
                    </li>
                  )
                })}
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
