import type { Citation, ResearchEvidence, ResearchState } from '@scinav/contract'
import type { Frame } from './frames.ts'

/** A section while it is written: its text in pieces, and its citations. */
export interface SectionText {
  write: (text: string) => void
  /** A quote in quotation marks with its number; `cell` where it stands in a table. */
  quote: (evidence: ResearchEvidence, place?: 'cell') => void
  /** What was written since it was last asked. */
  taken: () => string
  citations: () => Citation[]
}

/** Numbers that sources have in the sections before; a new one gets the next. */
function numbersIn({ sections, evidence }: Pick<ResearchState, 'sections' | 'evidence'>) {
  const source = new Map(evidence.map(({ passage_id, source_id }) => [passage_id, source_id]))
  const numbers = new Map<string, number>()
  for (const { citations, state } of sections)
    if (state === 'done')
      for (const { n, passage_id } of citations) numbers.set(source.get(passage_id) ?? passage_id, n)
  return numbers
}

/** Begins a section of a report. */
export function sectionText(state: ResearchState, frame: Frame): SectionText {
  const numbers = numbersIn(state)
  const citations: Citation[] = []
  let text = ''
  let taken = 0
  const numberOf = (source_id: string) => {
    const n = numbers.get(source_id) ?? numbers.size + 1
    numbers.set(source_id, n)
    return n
  }
  return {
    write: (more) => {
      text += more
    },
    quote: (evidence, place) => {
      const {
        evidence_id: _id,
        step_id: _step,
        source_id,
        query: _query,
        aspect: _aspect,
        ...where
      } = evidence
      const n = numberOf(source_id)
      const quoted = place === 'cell' ? where.quote.replaceAll('|', '\\|') : where.quote
      text += frame.quote(quoted)
      const start = text.length
      text += `[${n}]`
      citations.push({
        n,
        start,
        end: text.length,
        ...where,
        support: 'supported',
        check: { method: 'quote', located: true, missing: [] },
      })
    },
    taken: () => {
      const piece = text.slice(taken)
      taken = text.length
      return piece
    },
    citations: () => citations,
  }
}
