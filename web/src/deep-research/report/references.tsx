import { api, type ReportReference } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'
import { type Standings, useHoveredSource } from '../../chat/sources/active-answer.ts'
import { langOf, type Paper } from '../../paper/paper.ts'
import { type PaperStanding, StatusMark } from '../../paper/rows/status-mark.tsx'
import type { OpenSource } from '../state/use-open-source.tsx'
import { sectionAnchor } from './outline.tsx'
import styles from './report.module.css'
import { referenceSource } from './report-notices.tsx'

interface Props {
  /** The number in the heading of this section. */
  number: number
  cited: readonly ReportReference[]
  /** The sources that were read but are not cited. */
  uncited: readonly ReportReference[]
  /** The sources of the stored report about which a notice was published; undefined while it is being written. */
  standings: Standings | undefined
  /** Returns the web address of a source; null when it has none. */
  urlOf: (source_id: string) => string | null
  onOpen: OpenSource
}

/** Renders the cited references by number, followed by the sources that were read but not cited. */
export function ReportReferences({ number, cited, uncited, standings, urlOf, onOpen }: Props) {
  // While the report is being written, the library's records tell what stands about its sources.
  const papers = useReferencedPapers(standings ? [] : [...cited, ...uncited])
  const renderReference = (reference: ReportReference) => (
    <ReferenceRow
      key={reference.source_id}
      reference={reference}
      standing={standings?.get(referenceSource(reference)) ?? papers.get(reference.paper_id ?? '')}
      onOpen={() => onOpen({ ...reference, url: urlOf(reference.source_id) })}
    />
  )
  return (
    <section id={sectionAnchor('references')} className={styles.section} aria-label="参考文献">
      <div className={styles.top}>
        <h3 tabIndex={-1}>
          <span>{number}</span>
          参考文献
        </h3>
      </div>
      <ol className={styles.references}>{cited.map(renderReference)}</ol>
      {uncited.length > 0 && (
        <details className={styles.uncited}>
          <summary>已读未引 {uncited.length} 篇</summary>
          <ul className={styles.references}>{uncited.map(renderReference)}</ul>
        </details>
      )}
    </section>
  )
}

/** Maximum number of papers that one call returns; a report has fewer sources. */
const MAX_PAPERS = 200

/** Reads the papers of references as the library has them now, by id. */
function useReferencedPapers(references: readonly ReportReference[]): Map<string, Paper> {
  const ids = [...new Set(references.flatMap(({ paper_id }) => paper_id ?? []))].slice(0, MAX_PAPERS)
  const { data } = useRead(api.papers.byIds, { paper_id_list: ids }, { enabled: ids.length > 0 })
  return new Map((data?.list ?? []).map((paper) => [paper.id, paper]))
}

interface ReferenceRowProps {
  reference: ReportReference
  /** Undefined while loading, and when nothing is known about it. */
  standing: PaperStanding | undefined
  onOpen: () => void
}

/** Renders an entry of the list; its text opens the source. */
function ReferenceRow({ reference, standing, onOpen }: ReferenceRowProps) {
  const { n, text, title } = reference
  const isHovered = useHoveredSource(({ source }) => source === referenceSource(reference))
  return (
    <li data-hot={isHovered}>
      <span className={styles.n}>{n !== null && `[${n}]`}</span>
      <button type="button" lang={langOf(text)} title={`打开：${title}`} onClick={onOpen}>
        {text}
      </button>
      {standing && <StatusMark status={standing.status} status_notice={standing.status_notice} />}
    </li>
  )
}
