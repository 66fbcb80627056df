import type { ResearchEvidence, ResearchState } from '@scinav/contract'
import type { ReportBody } from '../report/body.ts'
import { findSourcedSection } from '../report/edit-section.ts'

/** Evidence by where it stands in the section that cites it. */
interface MarkedEvidence {
  start: number
  end: number
  evidence: ResearchEvidence
}

/** What a section of a report rests on as it is now, marker by marker: edits and earlier revisions count. */
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

/** The evidence of a section, each piece once. */
export function currentEvidence(
  body: ReportBody,
  state: ResearchState,
  section_id: string,
): ResearchEvidence[] {
  const all = sectionMarks(body, state, section_id).map(({ evidence }) => evidence)
  return [...new Map(all.map((each) => [`${each.passage_id} ${each.quote}`, each])).values()]
}

/** What all sections rest on together, as they are now. */
export const allCurrentEvidence = (body: ReportBody, state: ResearchState): ResearchEvidence[] =>
  body.sections
    .filter(({ kind }) => kind === 'evidence' || kind === 'limits')
    .flatMap(({ section_id }) => currentEvidence(body, state, section_id))
