import { type Citation, literalSpans, type ReportSection } from '@scinav/contract'
import { AppError } from '../../platform/foundation/errors.ts'
import type { ReportBody } from './body.ts'

/** Matches a marker, whose group is the number. */
const CITATION_MARKER = /\[(\d{1,4})\]/g

/**
 * Returns a citation for each marker of a text: the next one of the section with this number, else one of another
 * section. Numbers in code and formulas are not markers, nor are unknown numbers that the section already contained as
 * text.
 *
 * @throws AppError `report.unknown_reference` for any other number that the report does not have.
 */
export function matchCitations(
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
