// A marker is `[3]` in the text of a section; a citation is what the section records of one, with its offsets and the
// number. Numbers change with every edit, so a mark pairs a citation with the id of its source.
import type { Citation, ReportReference, ReportSection } from '@scinav/contract'

// A marker is `[3]` in the text of a section; a citation is what the section records of one, with its offsets and the
// number. Numbers change with every edit, so a mark pairs a citation with the id of its source.

/** A citation with the id of the source that its number represents. */
export interface SourcedMark {
  citation: Citation
  source_id: string
}

/** Returns the citations of a section in order, with their sources; without those that have no source. */
export const sourcedMarks = ({ citations }: ReportSection, references: ReportReference[]): SourcedMark[] => {
  const byNumber = new Map(references.map(({ n, source_id }) => [n, source_id]))
  return citations
    .toSorted((a, b) => a.start - b.start)
    .flatMap((citation) => {
      const source_id = byNumber.get(citation.n)
      return source_id === undefined ? [] : [{ citation, source_id }]
    })
}
