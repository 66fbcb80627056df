import type { Citation } from '@scinav/contract'
import { type Concept, collectTextTerms, coverage, isChineseText } from '@scinav/search'
import { claimAt } from '../../language/text/claims.ts'
import { stripInvisible } from '../../language/text/clean.ts'
import { createFenceUnwrapper } from '../../language/text/unwrap-fence.ts'
import { createNumbering, type Evidence, quotePosition, sourceFields } from '../../retrieval/index.ts'
import { bestQuote, checkClaim } from '../verification/check-claim.ts'
import { type AnswerPiece, createMarkerReader } from '../verification/citation-markers.ts'
import type { AnswerPart } from '../task/task.ts'

/** Turns the text that a model writes into an answer whose citation numbers are assigned by code. */
export interface CitationWriter {
  push: (delta: string) => AnswerPart[]
  end: () => AnswerPart[]
  /** Returns the length of the answer so far. */
  length: () => number
  /** Retracts the text after an offset. */
  takeBack: (from: number) => AnswerPart[]
}

/** Creates a citation writer. Brackets that name no offered evidence stay as the model wrote them. */
export function createCitationWriter(evidence: Map<string, Evidence>, concepts: Concept[]): CitationWriter {
  let reader = createMarkerReader((id) => evidence.has(id))
  let unwrap = createFenceUnwrapper()
  let numbering = createNumbering()
  const sentencesOf = cachedSentences(concepts)
  let text = ''
  let half = ''

  function partsOf(pieces: AnswerPiece[]): AnswerPart[] {
    return pieces.flatMap((piece) => (piece.kind === 'text' ? tell(piece.text) : cite(piece.ids)))
  }

  function tell(said: string): AnswerPart[] {
    text += said
    return said === '' ? [] : [{ event: 'delta', data: { text: said } }]
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
      const rest = buildCitation(each, claim, sentencesOf(each.passage))
      const start = text.length + markers.length
      markers += `[${n}]`
      citations.push({ ...rest, n, start, end: text.length + markers.length })
    }
    return [...tell(markers), ...citations.map((data): AnswerPart => ({ event: 'citation', data }))]
  }

  return {
    push: (delta) => partsOf(reader.push(unwrap(whole(delta)))),
    end: () => partsOf([...reader.push(unwrap('', true)), ...reader.end()]),
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
  function whole(delta: string): string {
    const joined = half + delta
    half = /[\ud800-\udbff]$/.test(joined) ? joined.slice(-1) : ''
    return stripInvisible(half === '' ? joined : joined.slice(0, -1))
  }
}

/** Sorts the sentences of each passage once, however often an answer cites it. */
function cachedSentences(concepts: Concept[]): (passage: Evidence['passage']) => string[] {
  const read = new Map<Evidence['passage'], string[]>()
  return (passage) => {
    const sentences = read.get(passage) ?? sentencesByRelevance(passage, concepts)
    read.set(passage, sentences)
    return sentences
  }
}

type UnplacedCitation = Omit<Citation, 'n' | 'start' | 'end'>

/** Builds the citation of a claim: the sentence that supports it, checked by words. */
export const citeEvidence = (evidence: Evidence, claim: string, concepts: Concept[]): UnplacedCitation =>
  buildCitation(evidence, claim, sentencesByRelevance(evidence.passage, concepts))

function buildCitation(evidence: Evidence, claim: string, sentences: string[]): UnplacedCitation {
  const { passage, work } = evidence
  const context = [passage.heading, work.title_zh ?? '', ...work.keywords].join('\n')
  const quote = bestQuote(claim, sentences, context)
  const checked =
    claim === ''
      ? { support: 'unchecked' as const, check: { method: 'none' as const, located: true, missing: [] } }
      : checkClaim(claim, quote, context)
  return {
    ...sourceFields(evidence),
    ...quotePosition(passage, quote),
    quote,
    ...checked,
  }
}

/** Sorts sentences by their coverage of the question, which decides when a claim shares no words with the source. */
function sentencesByRelevance({ text, sentences }: Evidence['passage'], concepts: Concept[]): string[] {
  return sentences
    .map(({ start, end }) => text.slice(start, end))
    .map((sentence) => ({
      sentence,
      worth: coverage(collectTextTerms([sentence]), concepts, isChineseText(sentence)),
    }))
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ sentence }) => sentence)
}
