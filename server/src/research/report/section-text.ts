import type { Citation, ResearchEvidence, ResearchState } from '@scinav/contract'
import type { ReportFrame } from './frames.ts'

/** A section while it is written: its text in pieces, and its citations. */
export interface SectionText {
  write: (text: string) => void
  /** A quote in quotation marks with its number; `cell` where it stands in a table. */
  quote: (evidence: ResearchEvidence, place?: 'cell') => void
  /** The numbers of what a claim rests on, each once, with how far it is borne. */
  cite: (marks: CheckedEvidence[]) => void
  /** What was written since it was last asked. */
  taken: () => string
  citations: () => Citation[]
}

/** A piece of evidence behind a claim, as it was checked. */
export type CheckedEvidence = { evidence: ResearchEvidence } & Pick<Citation, 'support' | 'check'>

/** Numbers that sources have in the sections before; a new one gets the next. */
function sourceNumbers({ sections, evidence }: Pick<ResearchState, 'sections' | 'evidence'>) {
  const source = new Map(evidence.map(({ passage_id, source_id }) => [passage_id, source_id]))
  const numbers = new Map<string, number>()
  for (const { citations, state } of sections)
    if (state === 'done')
      for (const { n, passage_id } of citations) numbers.set(source.get(passage_id) ?? passage_id, n)
  return numbers
}

/** Begins a section of a report. */
export function createSectionText(state: ResearchState, frame: ReportFrame): SectionText {
  const numbers = sourceNumbers(state)
  const citations: Citation[] = []
  let text = ''
  let taken = 0
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
    write: (more) => {
      text += more
    },
    quote: (evidence, place) => {
      const { quote } = evidence
      const shown = place === 'cell' ? quote.replaceAll('|', '\\|') : quote
      text += evidence.by_site ? `${shown}${frame.site}` : frame.quote(shown)
      mark({ evidence, support: 'supported', check: { method: 'quote', located: true, missing: [] } })
    },
    cite: (marks) => {
      const sources = new Set<string>()
      for (const each of marks) {
        const { source_id } = each.evidence
        if (!sources.has(source_id)) mark(each)
        sources.add(source_id)
      }
    },
    taken: () => {
      const piece = text.slice(taken)
      taken = text.length
      return piece
    },
    citations: () => citations,
  }
}

/** Where a piece of evidence stands, without what the research alone knows of it. */
function evidenceLocation(evidence: ResearchEvidence) {
  const {
    evidence_id: _id,
    step_id: _step,
    source_id: _source,
    query: _query,
    aspect: _aspect,
    note: _note,
    ...where
  } = evidence
  return where
}
