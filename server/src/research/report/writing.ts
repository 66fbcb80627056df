import type { ResearchEvidence, ResearchSource, ResearchState } from '@scinav/contract'
import type { Asked } from '../plan/read-asked.ts'
import type { Research } from '../research/research.ts'
import type { Frame } from './frames.ts'
import type { Revising } from './model-draft.ts'
import type { Planned } from './outline.ts'
import type { SectionText } from './section-text.ts'

/** What a section is written from. */
export interface Writing extends Pick<Research, 'row' | 'request'> {
  state: ResearchState
  asked: Asked
  frame: Frame
  section: Planned
  out: SectionText
  /** Its reader wants the section otherwise than it is. */
  revising?: Revising | undefined
}

/** Evidence of one source together, in the order of their first. */
export const bySource = (evidence: ResearchEvidence[]): ResearchEvidence[][] => [
  ...Map.groupBy(evidence, ({ source_id }) => source_id).values(),
]

/** A source as a report names it: title, first author, year. */
export function namedSource(
  { read }: Pick<ResearchState, 'read'>,
  source_id: string,
  { frame, language }: { frame: Frame; language: Asked['language'] },
): string {
  const source = read.find((each) => each.source_id === source_id)
  return source ? frame.by(source.title.replaceAll('](', '] ('), byLine(source, language)) : ''
}

function byLine({ authors, year }: ResearchSource, language: Asked['language']): string {
  const [first] = authors
  const others = authors.length > 1 ? (language === 'zh' ? ' 等' : ' et al.') : ''
  return [first === undefined ? '' : `${first}${others}`, year === null ? '' : String(year)]
    .filter((each) => each !== '')
    .join(', ')
}
