import type { ReportSection } from '@scinav/contract'
import { AppError } from '../../platform/foundation/errors.ts'
import type { ReportBody } from './body.ts'
import { matchCitations } from './match-citations.ts'
import { renumberReport } from './renumber-report.ts'
import { type SourcedMark, sourcedMarks } from './sourced-marks.ts'

/** The content of a section whose citations name their sources, independently of their numbers. */
export interface SourcedSection extends Pick<ReportSection, 'text' | 'written_by' | 'removed'> {
  marks: SourcedMark[]
}

/**
 * Replaces the text of a section. A marker that is still present keeps its citation, matched in order; then all markers
 * are renumbered by first appearance, and references that are no longer cited move to the list of uncited sources.
 *
 * @throws AppError `report.section_not_found`; `report.unknown_reference` for a number that the report does not have.
 */
export function editSection(body: ReportBody, section_id: string, text: string): ReportBody {
  const section = requireSection(body, section_id)
  const edited = { ...section, text, citations: matchCitations(text, section, body) }
  const sections = body.sections.map((each) => (each === section ? edited : each))
  return renumberReport({ ...body, sections })
}

/**
 * Replaces a section by a new version that may cite further sources, and renumbers all markers.
 *
 * @throws AppError `report.section_not_found`.
 */
export function replaceSection(
  body: ReportBody,
  section_id: string,
  { marks, text, written_by, removed }: SourcedSection,
): ReportBody {
  const section = requireSection(body, section_id)
  const { written_by: _by, removed: _removed, ...fixed } = section
  const citations = marks.map(({ citation }) => citation)
  const origin = { ...(written_by && { written_by }), ...(removed && { removed }) }
  const replaced = { ...fixed, text, citations, ...origin }
  const sections = body.sections.map((each) => (each === section ? replaced : each))
  return renumberReport({ ...body, sections }, new Map([[section_id, marks]]))
}

/** @throws AppError `report.section_not_found`. */
function requireSection({ sections }: ReportBody, section_id: string): ReportSection {
  const section = sections.find((each) => each.section_id === section_id)
  if (!section) throw new AppError('report.section_not_found')
  return section
}

/** Returns the content of a section with its sources; null when there is no such section. */
export function findSourcedSection(
  { sections, references }: ReportBody,
  section_id: string,
): SourcedSection | null {
  const section = sections.find((each) => each.section_id === section_id)
  if (!section) return null
  const { text, written_by, removed } = section
  return {
    text,
    marks: sourcedMarks(section, references),
    ...(written_by && { written_by }),
    ...(removed && { removed }),
  }
}
