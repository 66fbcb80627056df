import type { ReportSection, ResearchReport, ResearchState } from '@scinav/contract'
import { Suspense } from 'react'
import { LazyMarkdown } from '../../chat/answer/lazy-markdown.ts'
import { PlainAnswer } from '../../chat/answer/plain-answer.tsx'
import type { OpenSource } from '../state/use-open-source.tsx'
import { Distribution } from './distribution.tsx'
import { OpenSection } from './open-section.tsx'
import { sectionAnchor } from './outline.tsx'
import styles from './report.module.css'

interface Props {
  section: ReportSection
  number: number
  read: ResearchState['read']
  /** A model wrote part of the report, so each finished section says whether one wrote it. */
  byModel: boolean
  /** The stored report, in which the section can be edited. */
  stored: ResearchReport | undefined
  onOpen: OpenSource
}

/** Sections that a model may write. */
const MODEL_SECTIONS: ReadonlySet<ReportSection['kind']> = new Set([
  'opening',
  'body',
  'table',
  'open',
  'conclusion',
  'evidence',
  'agreement',
])

/** Renders a section with its citations, and a chart when it counts something. */
export function SectionView({ section, number, read, byModel, stored, onOpen }: Props) {
  const { section_id, title, chart, kind } = section
  const isWritten = section.written_by === 'model'
  const heading = (
    <h3>
      <span>{number}</span>
      {title}
      {byModel && MODEL_SECTIONS.has(kind) && section.text !== '' && (
        <small className={styles.engine}>{isWritten ? 'AI 生成' : '原文摘录'}</small>
      )}
    </h3>
  )
  const show = (text: string) => (
    <SectionText text={text} citations={section.citations} isWritten={isWritten} onOpen={onOpen} />
  )
  return (
    <section id={sectionAnchor(section_id)} className={styles.section} aria-label={title}>
      <OpenSection
        report={kind === 'distribution' ? undefined : stored}
        section={section}
        heading={heading}
        show={show}
      />
      {chart && <Distribution chart={chart} read={read} onOpen={onOpen} />}
    </section>
  )
}

interface TextProps extends Pick<ReportSection, 'text' | 'citations'>, Pick<Props, 'onOpen'> {
  isWritten: boolean
}

const SectionText = ({ text, citations, isWritten, onOpen }: TextProps) => (
  <Suspense fallback={<PlainAnswer text={text} />}>
    <LazyMarkdown text={text} citations={citations} onOpen={onOpen} quotes={!isWritten} />
  </Suspense>
)
