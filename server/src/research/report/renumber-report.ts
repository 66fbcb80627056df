import type { ReportReference, ReportSection } from '@scinav/contract'
import type { ReportBody } from './body.ts'
import { type SourcedMark, sourcedMarks } from './sourced-marks.ts'

/** A section whose markers are resolved to sources. */
interface MarkedSection {
  section: ReportSection
  marks: SourcedMark[]
}

/**
 * Renumbers all markers by first appearance and updates the lists of references.
 *
 * @param resolved markers of sections that refer to sources already, by section; the others are resolved by number.
 */
export function renumberReport(
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
