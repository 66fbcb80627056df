import type { Citation, ResearchEvidence, ResearchState } from '@scinav/contract'
import type { ReportFrame } from './frames.ts'

/** The text and citations of a section while it is written. */
export interface SectionText {
  write: (text: string) => void
  /** Appends a quotation in quotation marks with its number; `cell` inside a table. */
  quote: (evidence: ResearchEvidence, place?: 'cell') => void
  /** Appends a number for every sentence that a claim cites, with the results of the check. */
  cite: (marks: CheckedEvidence[]) => void
  /** Returns the text appended since the last call. */
  takeNew: () => string
  /** Returns all citations so far, with their offsets in the whole text of the section. */
  citations: () => Citation[]
}

/** A checked piece of evidence for a claim. */
export type CheckedEvidence = { evidence: ResearchEvidence } & Pick<Citation, 'support' | 'check'>

/** Returns the source numbers used in the finished sections; a new source gets the next number. */
function sourceNumbers({ sections, evidence }: Pick<ResearchState, 'sections' | 'evidence'>) {
  const sourceOf = new Map(evidence.map(({ passage_id, source_id }) => [passage_id, source_id]))
  const numbers = new Map<string, number>()
  for (const { citations, state } of sections)
    if (state === 'done')
      for (const { n, passage_id } of citations) numbers.set(sourceOf.get(passage_id) ?? passage_id, n)
  return numbers
}

/** Creates an empty section that continues the numbering of the finished ones. */
export function createSectionText(state: ResearchState, frame: ReportFrame): SectionText {
  const numbers = sourceNumbers(state)
  const citations: Citation[] = []
  let text = ''
  /** The length of the text that `takeNew` has returned. */
  let takenLength = 0
  const numberOf = (source_id: string) => {
    const n = numbers.get(source_id) ?? numbers.size + 1
    numbers.set(source_id, n)
    return n
  }
  const mark = ({ evidence, support, check }: CheckedEvidence) => {
    const n = numberOf(evidence.source_id)
    const start = text.length
    text += `[${n}]`
    citations.push({ n, start, end: text.length, ...evidenceLocation(evidence), support, check })
  }
  return {
    write: (added) => {
      text += added
    },
    quote: (evidence, place) => {
      const { quote } = evidence
      const quoteText = place === 'cell' ? quote.replaceAll('|', '\\|') : quote
      text += evidence.by_site ? `${quoteText}${frame.site}` : frame.quote(quoteText)
      mark({ evidence, support: 'supported', check: { method: 'quote', located: true, missing: [] } })
    },
    cite: (marks) => marks.forEach(mark),
    takeNew: () => {
      const piece = text.slice(takenLength)
      takenLength = text.length
      return piece
    },
    citations: () => citations,
  }
}

/** Returns the location fields of a piece of evidence, without fields internal to the research run. */
function evidenceLocation(evidence: ResearchEvidence) {
  const {
    evidence_id: _id,
    step_id: _step,
    source_id: _source,
    query: _query,
    aspect: _aspect,
    note: _note,
    ...location
  } = evidence
  return location
}
