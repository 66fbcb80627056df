import { useRef, useState } from 'react'
import { Float, useCloseOutside } from '../../ui/buttons/float.tsx'
import { OutsideLink } from '../../ui/buttons/quiet-button.tsx'
import type { Paper } from '../paper.ts'
import styles from './paper-row.module.css'

/** The part of a paper that says whether it was retracted, corrected or questioned, and in which notice. */
export type PaperStanding = Pick<Paper, 'status' | 'status_notice'>

/** How the status of a paper is shown. */
interface Mark {
  /** The color of the label. */
  tone: 'bad' | 'warning' | 'plain'
  name: string
  /** The name of the notice, for the link to it. */
  notice: string
}

/** The marks by status; the usual statuses have none. */
const STATUS_MARKS: Partial<Record<Paper['status'], Mark>> = {
  retracted: { tone: 'bad', name: '已撤稿', notice: '撤稿声明' },
  concern: { tone: 'warning', name: '关注声明', notice: '关注声明' },
  corrected: { tone: 'warning', name: '已更正', notice: '更正声明' },
}
/** The mark of a paper whose retraction was taken back; its status is normal again. */
const REINSTATED: Mark = { tone: 'plain', name: '撤稿已取消', notice: '恢复声明' }

/** Returns the mark of a paper, or undefined when no notice was published about it. */
export const statusMark = ({ status, status_notice }: PaperStanding): Mark | undefined =>
  STATUS_MARKS[status] ?? (status_notice?.kind === 'reinstated' ? REINSTATED : undefined)

/** Renders the standing of a paper as a mere label, for use inside a button. */
export function StatusLabel(paper: PaperStanding) {
  const mark = statusMark(paper)
  if (!mark) return null
  return (
    <span className={styles.badge} data-tone={mark.tone} title={noticeSummary(paper)}>
      {mark.name}
    </span>
  )
}

/**
 * Renders the standing of a paper as a button that opens the date and reasons of the notice, with a link to it. Nothing
 * for a paper about which no notice was published.
 */
export function StatusMark(paper: PaperStanding) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useCloseOutside(root, open, () => setOpen(false))
  const mark = statusMark(paper)
  if (!mark) return null
  return (
    <span ref={root}>
      <button
        ref={opener}
        type="button"
        className={styles.badge}
        data-tone={mark.tone}
        aria-expanded={open}
        title={noticeSummary(paper)}
        onClick={() => setOpen((now) => !now)}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      >
        {mark.name}
      </button>
      {open && (
        <Float anchor={opener} wide as="span">
          <NoticeDetails mark={mark} notice={paper.status_notice} />
        </Float>
      )}
    </span>
  )
}

/** Renders date, reasons and address of a notice. */
function NoticeDetails({ mark, notice }: { mark: Mark; notice: Paper['status_notice'] }) {
  return (
    <span className={styles.statusNotice} role="note" aria-label={mark.notice}>
      <strong>{mark.name}</strong>
      {!notice && <span>题录标明{mark.name}，没有声明的出处，请到原文页面核对。</span>}
      {notice && <span>{notice.date ? `声明日期 ${notice.date}` : '声明没有给出日期'}</span>}
      {notice && notice.reasons.length > 0 && (
        <span>
          原因：<span lang="en">{notice.reasons.join('; ')}</span>
        </span>
      )}
      {notice?.url && (
        <OutsideLink to={notice.url} label={`${mark.notice}（新窗口）`}>
          {mark.notice}
        </OutsideLink>
      )}
    </span>
  )
}

/**
 * Formats what is known about a notice on one line: `2024-03-04，Error in Data; Plagiarism`; undefined when nothing
 * is.
 */
function noticeSummary({ status_notice }: PaperStanding): string | undefined {
  if (!status_notice) return undefined
  return [status_notice.date, status_notice.reasons.join('; ')].filter(Boolean).join('，') || undefined
}
