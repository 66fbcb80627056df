import type { ReactNode } from 'react'
import { type Paper, rankLabel } from '../paper.ts'
import styles from './paper-row.module.css'
import { StatusMark, statusMark } from './status-mark.tsx'

type Tone = 'plain' | 'open' | 'warning' | 'own'

/** Renders a short label on a paper. Its text alone carries the meaning; the tone only adds a color. */
function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}

/** Renders the badges of a paper: its state, open access, 入门文献, 新. Nothing when it has none. */
export function PaperBadges({ paper, isNew = false }: { paper: Paper; isNew?: boolean }) {
  if (!statusMark(paper) && !paper.is_oa && !paper.is_starter && !isNew) return null
  return (
    <span className={styles.badgeList}>
      <StatusMark status={paper.status} status_notice={paper.status_notice} />
      {isNew && <Badge tone="warning">新</Badge>}
      {paper.is_oa && <Badge tone="open">OA</Badge>}
      {paper.is_starter && <Badge tone="own">入门文献</Badge>}
    </span>
  )
}

/** Renders the journal's ranks, each with its list and year; the warning list is highlighted. */
export function RankBadges({ ranks }: { ranks: Paper['ranks'] }) {
  if (ranks.length === 0) return null
  return (
    <span className={styles.badgeList}>
      {ranks.map((rank) => (
        <Badge key={rankLabel(rank)} tone={rank.list === '预警' ? 'warning' : 'plain'}>
          {rankLabel(rank)}
        </Badge>
      ))}
    </span>
  )
}
