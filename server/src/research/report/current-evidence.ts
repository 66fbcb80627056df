import type { ResearchEvidence, ResearchState } from '@scinav/contract'
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
    const unknown = { evidence_id: `now-${at + 1}`, step_id, source_id, query: '', aspect: null, ...place }
    return { start, end, evidence: known ?? unknown }
  })
}

/** Returns the distinct evidence of a section. */
export function currentEvidence(
  body: ReportBody,
  state: ResearchState,
  section_id: string,
): ResearchEvidence[] {
  const all = sectionMarks(body, state, section_id).map(({ evidence }) => evidence)
  return [...new Map(all.map((each) => [`${each.passage_id} ${each.quote}`, each])).values()]
}

/** Returns the evidence that the present sections of kinds `evidence` and `limits` cite. */
export const allCurrentEvidence = (body: ReportBody, state: ResearchState): ResearchEvidence[] =>
  body.sections
    .filter(({ kind }) => kind === 'evidence' || kind === 'limits')
    .flatMap(({ section_id }) => currentEvidence(body, state, section_id))
