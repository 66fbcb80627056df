import type { ReportReference } from '@scinav/contract'
import { useHoveredSource } from '../../chat/sources/active-answer.ts'
import { langOf } from '../../paper/paper.ts'
import type { OpenSource } from '../state/use-open-source.tsx'
import { sectionAnchor } from './outline.tsx'
import styles from './report.module.css'

interface Props {
  /** The number of this section. */
  number: number
  cited: readonly ReportReference[]
  uncited: readonly ReportReference[]
  urlOf: (source_id: string) => string | null
  onOpen: OpenSource
}

/** Renders the cited references by number, followed by the sources that were read but not cited. */
export function ReportReferences({ number, cited, uncited, urlOf, onOpen }: Props) {
  const renderReference = (reference: ReportReference) => (
    <ReferenceRow
      key={reference.source_id}
      reference={reference}
      onOpen={() => onOpen({ ...reference, url: urlOf(reference.source_id) })}
    />
  )
  return (
    <section id={sectionAnchor('references')} className={styles.section} aria-label="参考文献">
      <div className={styles.top}>
        <h3>
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

function ReferenceRow({ reference, onOpen }: { reference: ReportReference; onOpen: () => void }) {
  const { n, text, title, paper_id, document_id, file_id, source_id } = reference
  const isHovered = useHoveredSource(
    ({ source }) => source === (paper_id ?? document_id ?? file_id ?? source_id),
  )
  return (
    <li data-hot={isHovered}>
      <span className={styles.n}>{n !== null && `[${n}]`}</span>
      <button type="button" lang={langOf(text)} title={`打开：${title}`} onClick={onOpen}>
        {text}
      </button>
    </li>
  )
}
