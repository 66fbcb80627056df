import type { ResearchReport, ResearchState } from '@scinav/contract'
import { inCorners } from '@scinav/contract/quoted'
import { useRef } from 'react'
import answer from '../../chat/answer/answer.module.css'
import { PapersByPart } from '../../chat/answer/papers-by-part.tsx'
import { CitingAnswerContext } from '../../chat/sources/active-answer.ts'
import { ReadView } from '../../ui/views/read-view.tsx'
import { EmptyView } from '../../ui/views/state-view.tsx'
import { shortQuestion } from '../state/question-heading.tsx'
import { isEnded, researchStateNames } from '../state/research-labels.ts'
import type { OpenSource } from '../state/use-open-source.tsx'
import { ReportFacts } from './facts.tsx'
import { ReportOutline, sectionAnchor } from './outline.tsx'
import { ReportReferences } from './references.tsx'
import styles from './report.module.css'
import { ReportActions } from './report-actions.tsx'
import { ReportNotices, reportStandings } from './report-notices.tsx'
import { SectionView } from './section-view.tsx'

/** The read of the stored report. */
interface ReportRead {
  data: ResearchReport | undefined
  error: Error | null
  refetch: () => unknown
}

interface Props {
  state: ResearchState
  /** The stored report; not read before there is one. */
  report: ReportRead
  onOpen: OpenSource
}

/** Renders the report: the sections written so far, later the stored report. */
export function ReportPane({ state, report, onOpen }: Props) {
  const stored = state.report ? report.data : undefined
  // A reader who saw the report being written keeps the same element and position when it is stored: what was written is
  // shown until the stored report has been read.
  const sawWriting = useRef(!state.report).current
  const isWritten = state.sections.length > 0 && (!state.report || (sawWriting && !report.error))
  if (stored || isWritten)
    return <Report shown={stored ?? state} {...(stored && { stored })} state={state} onOpen={onOpen} />
  if (state.report)
    return (
      <ReadView of={report} what="报告">
        {/* Only loading and errors appear here: a report that was read is rendered above. */}
        {() => null}
      </ReadView>
    )
  return isEnded(state.state) ? (
    <EmptyView title="没有写成报告" note="已经查到的内容在「研究过程」里" picture="letter" />
  ) : (
    <EmptyView
      title="报告还没有开始写"
      note={`${researchStateNames[state.state]}；写的时候会一节一节出现在这里`}
      picture="clock"
    />
  )
}

/** Returns whether a run over the whole library has ended with too little evidence for a report. */
function isThin({ state, sections, sources }: ResearchState): boolean {
  const { dataset_ids, paper_ids, file_ids } = sources
  const isLimited = dataset_ids.length + paper_ids.length + file_ids.length > 0
  return isEnded(state) && !isLimited && sections.some(({ kind }) => kind === 'insufficient')
}

interface ReportProps {
  /** The stored report, or what the run has written so far. */
  shown: Pick<ResearchReport, 'sections' | 'references' | 'read_not_cited' | 'check' | 'engine'>
  /** The finished report, which can be edited and exported. */
  stored?: ResearchReport
  state: ResearchState
  onOpen: OpenSource
}

/** Renders the sections with their references and outline; a stored report can also be edited and exported. */
function Report({ shown, stored, state, onOpen }: ReportProps) {
  const { references, read_not_cited } = shown
  const unwritten = !stored && isEnded(state.state) ? shown.sections.filter(({ text }) => text === '') : []
  const sections = shown.sections.filter((section) => !unwritten.includes(section))
  const citations = sections.flatMap((section) => section.citations)
  // The standing of the sources, such as retracted, by id; known for a stored report only.
  const standings = reportStandings(stored)
  const urls = new Map(state.read.map(({ source_id, url }) => [source_id, url]))
  const isWriting = !stored && !isEnded(state.state)
  const writing = state.sections.find((section) => section.state === 'writing')
  return (
    <div className={styles.columns}>
      <div className={styles.written}>
        <article
          className={styles.report}
          data-printed
          aria-busy={isWriting}
          translate={isWriting ? 'no' : undefined}
        >
          <h2 className={styles.heading}>{stored?.title ?? shortQuestion(state.question)}</h2>
          <ReportFacts shown={shown} stored={stored} state={state} />
          <ReportNotices report={stored} />
          <CitingAnswerContext value={{ answer: state.run_id, citations, standings }}>
            {sections.map((section, at) => (
              <SectionView
                key={section.section_id}
                section={section}
                number={at + 1}
                sources={state.read}
                showsAuthor={shown.engine === 'model'}
                stored={stored}
                onOpen={onOpen}
              />
            ))}
          </CitingAnswerContext>
          {isWriting && (
            <p className={answer.doing}>
              <span className={answer.spin} aria-hidden="true" />
              {writing ? `正在写${inCorners(writing.title)}` : researchStateNames[state.state]}
            </p>
          )}
          {unwritten.map(({ section_id, title }) => (
            <p key={section_id} className={answer.doing}>
              {inCorners(title)}还没有写成，研究就停了；后面的各节也没有写。
            </p>
          ))}
          {references.length > 0 && (
            <ReportReferences
              number={sections.length + 1}
              cited={references}
              uncited={read_not_cited}
              standings={standings}
              urlOf={(id) => urls.get(id) ?? null}
              onOpen={onOpen}
            />
          )}
        </article>
        {isThin(state) && <PapersByPart question={state.searches[0]?.query ?? state.question} />}
      </div>
      <div className={styles.aside}>
        <ReportOutline
          parts={[
            ...sections.map(({ section_id, title }) => ({ id: sectionAnchor(section_id), title })),
            ...(references.length > 0 ? [{ id: sectionAnchor('references'), title: '参考文献' }] : []),
          ]}
        />
        {stored && <ReportActions report={stored} />}
      </div>
    </div>
  )
}
