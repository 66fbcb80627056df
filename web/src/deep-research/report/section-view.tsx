import type { ReportSection, ResearchReport, ResearchState } from '@scinav/contract'
import { Suspense, useState } from 'react'
import { QuietButton } from '../../ui/buttons/quiet-button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { OpenSource } from '../state/use-open-source.tsx'
import { Distribution } from './distribution.tsx'
import { placeOf } from './outline.tsx'
import styles from './report.module.css'
import { SectionEditor } from './section-editor.tsx'

const AnswerMarkdown = lazyPart(() => import('../../chat/answer/markdown.tsx').then((m) => m.AnswerMarkdown))

interface Props {
  section: ReportSection
  number: number
  read: ResearchState['read']
  /** A model wrote at some of the report: each section says whether it did here. */
  byModel: boolean
  /** The report that it can be edited in. */
  stored: ResearchReport | undefined
  onOpen: OpenSource
}

/** Sections that a model may write. */
const WRITTEN: ReadonlySet<ReportSection['kind']> = new Set(['evidence', 'agreement'])

/** A section with its citations; what is counted in it is drawn too. */
export function SectionView({ section, number, read, byModel, stored, onOpen }: Props) {
  const { section_id, title, text, citations, chart, kind } = section
  const [editing, setEditing] = useState(false)
  const isWritten = section.written_by === 'model'
  const canEdit = stored !== undefined && kind !== 'distribution'
  return (
    <section id={placeOf(section_id)} className={styles.section} aria-label={title}>
      <div className={styles.top}>
        <h3>
          <span>{number}</span>
          {title}
          {byModel && WRITTEN.has(kind) && (
            <small className={styles.engine}>{isWritten ? 'AI 生成' : '原文摘录'}</small>
          )}
        </h3>
        {canEdit && !editing && (
          <span className={styles.edit}>
            <QuietButton icon="edit" label={`编辑「${title}」`} onPress={() => setEditing(true)}>
              编辑
            </QuietButton>
          </span>
        )}
      </div>
      {editing && stored ? (
        <SectionEditor report={stored} section={section} onDone={() => setEditing(false)} />
      ) : (
        <Suspense fallback={<p className={styles.plain}>{text}</p>}>
          <AnswerMarkdown text={text} citations={citations} onOpen={onOpen} quotes={!isWritten} />
        </Suspense>
      )}
      {chart && <Distribution chart={chart} read={read} onOpen={onOpen} />}
    </section>
  )
}
