import type { Citation } from '@scinav/contract'
import { type Concept, collectTextTerms, coverage, isChineseText } from '@scinav/search'
import { claimAt } from '../language/text/claims.ts'
import { stripInvisible } from '../language/text/clean.ts'
import { createFenceUnwrapper } from '../language/text/unwrap-fence.ts'
import { createNumbering, type Evidence, quotePosition, sourceFields } from '../retrieval/index.ts'
import { bestQuote, checkClaim } from './checking/check.ts'
import { type AnswerPiece, createMarkerReader } from './checking/citation-markers.ts'
import type { AnswerPart } from './task.ts'

/** Turns what a model writes into an answer whose numbers are given by code. */
export interface CitationWriter {
  push: (delta: string) => AnswerPart[]
  end: () => AnswerPart[]
  /** How long the answer is by now. */
  length: () => number
  /** Takes back what stands behind a place. */
  takeBack: (from: number) => AnswerPart[]
}

/** Brackets that name no offered evidence stay as they are written. */
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

  /** Without what nobody sees. Half a character waits for its other half. */
  function whole(delta: string): string {
    const joined = half + delta
    half = /[\ud800-\udbff]$/.test(joined) ? joined.slice(-1) : ''
    return stripInvisible(half === '' ? joined : joined.slice(0, -1))
  }
}

/** Each passage is read once, however often an answer cites it. */
function cachedSentences(concepts: Concept[]): (passage: Evidence['passage']) => string[] {
  const read = new Map<Evidence['passage'], string[]>()
  return (passage) => {
    const sentences = read.get(passage) ?? sentencesByRelevance(passage, concepts)
    read.set(passage, sentences)
    return sentences
  }
}

type UnplacedCitation = Omit<Citation, 'n' | 'start' | 'end'>

/** What a claim rests on, checked against it by words. */
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

/** Where claim and source share no words, the sentence that says most of what was asked comes first. */
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
