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
  /** Its number in the report, from 1. */
  number: number
  /** The sources that the research has read, which a pressed bar of the chart lists. */
  sources: ResearchState['read']
  /** Whether the section says who wrote it: needed in a report that a model wrote in part. */
  showsAuthor: boolean
  /** The stored report, in which the section can be edited. */
  stored: ResearchReport | undefined
  onOpen: OpenSource
}

/** The kinds of sections that a model may write; the others state facts of the research and name no author. */
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
export function SectionView({ section, number, sources, showsAuthor, stored, onOpen }: Props) {
  const { section_id, title, chart, kind } = section
  const isByModel = section.written_by === 'model'
  const heading = (
    <h3 tabIndex={-1}>
      <span>{number}</span>
      {title}
      {showsAuthor && MODEL_SECTIONS.has(kind) && section.text !== '' && (
        <small className={styles.engine}>{isByModel ? 'AI 生成' : '原文摘录'}</small>
      )}
    </h3>
  )
  const show = (text: string) => (
    <SectionText text={text} citations={section.citations} isByModel={isByModel} onOpen={onOpen} />
  )
  return (
    <section id={sectionAnchor(section_id)} className={styles.section} aria-label={title}>
      <OpenSection
        // The section of distributions has no text to edit, only its chart.
        report={kind === 'distribution' ? undefined : stored}
        section={section}
        heading={heading}
        show={show}
      />
      {chart && <Distribution chart={chart} sources={sources} onOpen={onOpen} />}
    </section>
  )
}

interface TextProps extends Pick<ReportSection, 'text' | 'citations'>, Pick<Props, 'onOpen'> {
  /** Whether a model wrote the text; otherwise it consists of quotes. */
  isByModel: boolean
}

/** Renders the text of a section: plain at first, as Markdown once that has been loaded. */
const SectionText = ({ text, citations, isByModel, onOpen }: TextProps) => (
  <Suspense fallback={<PlainAnswer text={text} />}>
    <LazyMarkdown text={text} citations={citations} onOpen={onOpen} quotes={!isByModel} />
  </Suspense>
)
