import type { ReportSection, ResearchEvidence, ResearchState } from '@scinav/contract'
import type { ReportBody } from './body.ts'
import { findSourcedSection } from './edit-section.ts'

/** A piece of evidence with the position of the marker that cites it. */
interface MarkedEvidence {
  start: number
  end: number
  evidence: ResearchEvidence
}

/** Returns the evidence of a section's present text by marker, including edits and earlier revisions. */
export function sectionMarks(body: ReportBody, state: ResearchState, section_id: string): MarkedEvidence[] {
  const { marks } = findSourcedSection(body, section_id) ?? { marks: [] }
  const step_id = body.sections.find((each) => each.section_id === section_id)?.step_id ?? ''
  return marks.map(({ citation, source_id }, at) => {
    const { n: _n, start, end, support: _support, check: _check, key: _key, ...place } = citation
    const { passage_id, quote } = citation
    const known = state.evidence.find((each) => each.passage_id === passage_id && each.quote === quote)
    // Evidence of an earlier revision is no longer in the state of the run.
    const rebuilt = { evidence_id: `now-${at + 1}`, step_id, source_id, query: '', aspect: null, ...place }
    return { start, end, evidence: known ?? rebuilt }
  })
}

/** Returns the distinct evidence of a section. */
export function currentEvidence(
  body: ReportBody,
  state: ResearchState,
  section_id: string,
): ResearchEvidence[] {
  const marks = sectionMarks(body, state, section_id)
  return [...new Map(marks.map(({ evidence }) => [quoteKey(evidence), evidence])).values()]
}

/** Kinds of sections whose evidence the section on agreement compares. */
const COMPARED_KINDS: ReadonlySet<ReportSection['kind']> = new Set(['evidence', 'body', 'limits'])

/** Returns the evidence that the present sections cite whose findings are compared. */
export const allCurrentEvidence = (body: ReportBody, state: ResearchState): ResearchEvidence[] =>
  body.sections
    .filter(({ kind }) => COMPARED_KINDS.has(kind))
    .flatMap(({ section_id }) => currentEvidence(body, state, section_id))

/** Returns the key by which pieces of evidence with the same quotation of the same passage are one. */
export const quoteKey = ({ passage_id, quote }: Pick<ResearchEvidence, 'passage_id' | 'quote'>): string =>
  `${passage_id} ${quote}`
