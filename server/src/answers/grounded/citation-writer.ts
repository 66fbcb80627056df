import type { Citation } from '@scinav/contract'
import type { Concept } from '@scinav/search'
import { claimAt } from '../../language/text/claims.ts'
import { stripInvisible } from '../../language/text/clean.ts'
import { createFenceUnwrapper } from '../../language/text/unwrap-fence.ts'
import { createNumbering, type Evidence } from '../../retrieval/index.ts'
import type { AnswerPart } from '../task/task.ts'
import { type AnswerPiece, createMarkerReader } from '../verification/citation-markers.ts'
import { createCitationBuilder } from '../verification/cite-evidence.ts'

/** Turns the text that a model writes into an answer whose citation numbers are assigned by code. */
export interface CitationWriter {
  push: (delta: string) => AnswerPart[]
  end: () => AnswerPart[]
  /** Returns the length of the answer so far. */
  length: () => number
  /** Retracts the text after an offset, which turned out to be reasoning; after 0 the numbers begin anew. */
  takeBack: (from: number) => AnswerPart[]
}

/** Creates a citation writer. Brackets that name no offered evidence stay as the model wrote them. */
export function createCitationWriter(evidence: Map<string, Evidence>, concepts: Concept[]): CitationWriter {
  let reader = createMarkerReader((id) => evidence.has(id))
  let unwrap = createFenceUnwrapper()
  let numbering = createNumbering()
  const buildCitation = createCitationBuilder(concepts)
  let text = ''
  /** The first half of a surrogate pair at the end of the last delta; empty without one. */
  let half = ''

  function toParts(pieces: AnswerPiece[]): AnswerPart[] {
    return pieces.flatMap((piece) => (piece.kind === 'text' ? emitText(piece.text) : cite(piece.ids)))
  }

  function emitText(added: string): AnswerPart[] {
    text += added
    return added === '' ? [] : [{ event: 'delta', data: { text: added } }]
  }

  function cite(ids: string[]): AnswerPart[] {
    const claim = claimAt(text)
    const numbers = new Set<number>()
    const citations: Citation[] = []
    let markers = ''
    for (const each of ids.flatMap((id) => evidence.get(id) ?? [])) {
      const n = numbering.numberOf(each)
      if (numbers.has(n)) continue
      numbers.add(n)
      const citation = buildCitation(each, claim)
      const start = text.length + markers.length
      markers += `[${n}]`
      citations.push({ ...citation, n, start, end: text.length + markers.length })
    }
    return [...emitText(markers), ...citations.map((data): AnswerPart => ({ event: 'citation', data }))]
  }

  return {
    push: (delta) => toParts(reader.push(unwrap(completeCharacters(delta)))),
    end: () => toParts([...reader.push(unwrap('', true)), ...reader.end()]),
    length: () => text.length,
    takeBack: (from) => {
      const taken = { start: from, end: text.length, text: '' }
      reader = createMarkerReader((id) => evidence.has(id))
      unwrap = createFenceUnwrapper()
      text = text.slice(0, from)
      half = ''
      if (from === 0) numbering = createNumbering()
      return taken.end > from ? [{ event: 'revision', data: taken }] : []
    },
  }

  /** Strips invisible characters and holds back half of a surrogate pair until the other half arrives. */
  function completeCharacters(delta: string): string {
    const joined = half + delta
    half = /[\ud800-\udbff]$/.test(joined) ? joined.slice(-1) : ''
    return stripInvisible(half === '' ? joined : joined.slice(0, -1))
  }
}
