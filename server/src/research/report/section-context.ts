import type { ResearchEvidence, ResearchSource, ResearchState } from '@scinav/contract'
import type { ResearchQuestion } from '../plan/read-question.ts'
import type { Research } from '../run/research.ts'
import type { ReportFrame } from './frames.ts'
import type { PlannedSection } from './outline.ts'
import type { RevisionInput } from './section-task.ts'
import type { SectionText } from './section-text.ts'

/** The input and output of a section's writer. */
export interface SectionContext extends Pick<Research, 'row' | 'request'> {
  /** The state of the run before the section. */
  state: ResearchState
  question: ResearchQuestion
  /** The fixed sentences in the language of the question. */
  frame: ReportFrame
  section: PlannedSection
  out: SectionText
  /** The names of outside engines by their ids. */
  engineNames: ReadonlyMap<string, string>
  /** Set when the reader wants the section changed. */
  revising?: RevisionInput | undefined
}

/** Groups evidence by source, in the order of each source's first piece. */
export const groupBySource = (evidence: ResearchEvidence[]): ResearchEvidence[][] => [
  ...Map.groupBy(evidence, ({ source_id }) => source_id).values(),
]

/** Returns a source as a report names it: title, first author, year; '' for an unknown source. */
export function sourceName(
  { read }: Pick<ResearchState, 'read'>,
  source_id: string,
  { frame, language }: { frame: ReportFrame; language: ResearchQuestion['language'] },
): string {
  const source = read.find((each) => each.source_id === source_id)
  return source ? frame.sourceLine(source.title.replaceAll('](', '] ('), byLine(source, language)) : ''
}

function byLine({ authors, year }: ResearchSource, language: ResearchQuestion['language']): string {
  const [first] = authors
  const andOthers = language === 'zh' ? ' 等' : ' et al.'
  const suffix = authors.length > 1 ? andOthers : ''
  return [first === undefined ? '' : `${first}${suffix}`, year === null ? '' : String(year)]
    .filter((each) => each !== '')
    .join(', ')
}
