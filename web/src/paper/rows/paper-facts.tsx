import { count } from '../../ui/figures.ts'
import { isLatin, type Paper, sourceNameOf, typeName, yearOf } from '../paper.ts'
import { PaperBadges, RankBadges } from './badges.tsx'
import styles from './paper-row.module.css'

/**
 * One quiet line: source, year, type, 被引, versions, and behind them all badges. Behind a title of any length they would
 * often stand on a line of their own. No line begins with a dot.
 */
export function PaperFacts({ paper, isNew = false }: { paper: Paper; isNew?: boolean }) {
  const { citation_count: cited, versions, ranks } = paper
  const source = sourceNameOf(paper)
  const year = yearOf(paper)
  return (
    <p className={styles.strip}>
      {source && <span>{isLatin(source) ? <i>{source}</i> : source}</span>}
      {year && <span>{year}</span>}
      <span>{typeName(paper.resource_type)}</span>
      {cited > 0 && <span>被引 {count(cited)}</span>}
      {versions.length > 0 && <span>另有 {versions.length} 个版本</span>}
      {paper.viewed && <span>看过</span>}
      {paper.dataset_ids.length > 0 && <span>已收藏</span>}
      <span className={styles.badges}>
        <PaperBadges paper={paper} isNew={isNew} />
        <RankBadges ranks={ranks} />
      </span>
    </p>
  )
}
