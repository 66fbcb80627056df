import { type Citation, literalSpans, type ReportReference, type ReportSection } from '@scinav/contract'
import { AppError } from '../../platform/foundation/errors.ts'
import type { ReportBody } from './body.ts'

// A marker is `[3]` in the text of a section; a citation is what the section records of one, with its offsets and the
// number. Numbers change with every edit, so a mark pairs a citation with the id of its source.

/** A citation with the id of the source that its number represents. */
interface SourcedMark {
  citation: Citation
  source_id: string
}

/** A section whose markers are resolved to sources. */
interface MarkedSection {
  section: ReportSection
  marks: SourcedMark[]
}

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

/** Returns the citations of a section in order, with their sources; without those that have no source. */
const sourcedMarks = ({ citations }: ReportSection, references: ReportReference[]): SourcedMark[] => {
  const byNumber = new Map(references.map(({ n, source_id }) => [n, source_id]))
  return citations
    .toSorted((a, b) => a.start - b.start)
    .flatMap((citation) => {
      const source_id = byNumber.get(citation.n)
      return source_id === undefined ? [] : [{ citation, source_id }]
    })
}

const CITATION_MARKER = /\[(\d{1,4})\]/g

/**
 * Returns a citation for each marker of a text: the next one of the section with this number, else one of another
 * section. Numbers in code and formulas are not markers, nor are unknown numbers that the section already contained as
 * text.
 *
 * @throws AppError `report.unknown_reference` for any other number that the report does not have.
 */
function matchCitations(
  text: string,
  section: ReportSection,
  { sections, references }: ReportBody,
): Citation[] {
  const unused = [...section.citations]
  const reportCitations = sections.flatMap(({ citations }) => citations)
  const knownNumbers = new Set(references.map(({ n }) => n))
  return findMarkers(text).flatMap(({ marker, index, n }) => {
    const hasNumber = (citation: Citation) => citation.n === n
    const at = unused.findIndex(hasNumber)
    const citation =
      at === -1
        ? (section.citations.find(hasNumber) ?? reportCitations.find(hasNumber))
        : unused.splice(at, 1)[0]
    if (citation && knownNumbers.has(n)) return [{ ...citation, start: index, end: index + marker.length }]
    if (!section.text.includes(marker)) throw new AppError('report.unknown_reference', { n })
    return []
  })
}

/**
 * Returns the markers of a text with their offsets, without those in code and formulas. Code or a formula that is not
 * closed is plain text, except a fence, which makes everything behind it code.
 */
function findMarkers(text: string): { marker: string; index: number; n: number }[] {
  const literal = literalSpans(text).filter(({ isClosed, kind }) => isClosed || kind === 'fence')
  return Array.from(text.matchAll(CITATION_MARKER), ({ index, 0: marker, 1: digits }) => ({
    marker,
    index,
    n: Number(digits),
  })).filter(({ index }) => !literal.some(({ start, end }) => start <= index && index < end))
}

/**
 * Renumbers all markers by first appearance and updates the lists of references.
 *
 * @param resolved markers of sections that refer to sources already, by section; the others are resolved by number.
 */
function renumberReport(
  body: ReportBody,
  resolved: ReadonlyMap<string, SourcedMark[]> = new Map(),
): ReportBody {
  const entries = [...body.references, ...body.read_not_cited]
  const numbers = new Map<string, number>()
  const marked = body.sections.map(
    (section): MarkedSection => ({
      section,
      marks: resolved.get(section.section_id) ?? sourcedMarks(section, body.references),
    }),
  )
  for (const { marks } of marked)
    for (const { source_id } of marks) if (!numbers.has(source_id)) numbers.set(source_id, numbers.size + 1)
  const isCited = ({ source_id }: ReportReference) => numbers.has(source_id)
  return {
    ...body,
    sections: marked.map((each) => renumberSection(each, numbers)),
    references: entries
      .filter(isCited)
      .map((each) => ({ ...each, n: numbers.get(each.source_id) ?? null }))
      .toSorted((a, b) => (a.n ?? 0) - (b.n ?? 0)),
    read_not_cited: entries.filter((each) => !isCited(each)).map((each) => ({ ...each, n: null })),
  }
}

/** Writes the new numbers into the text and citations of a section. */
function renumberSection(
  { section, marks }: MarkedSection,
  numbers: ReadonlyMap<string, number>,
): ReportSection {
  let text = ''
  /** The offset up to which the old text is copied. */
  let from = 0
  const citations = marks.map(({ citation, source_id }) => {
    const n = numbers.get(source_id) ?? citation.n
    text += section.text.slice(from, citation.start)
    const start = text.length
    text += `[${n}]`
    from = citation.end
    return { ...citation, n, start, end: text.length }
  })
  return { ...section, text: text + section.text.slice(from), citations }
}
