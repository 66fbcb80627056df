import type { Citation } from '@scinav/contract'
import { createMarkerReader } from './citation-markers.ts'
import { createCitationBuilder } from './cite-evidence.ts'
import {
  type FaultySentence,
  isJudgedUnsupported,
  isWholeMarkdown,
  type RevisionRequest,
} from './faulty-sentences.ts'

/** A sentence as the model rewrote it. Citation offsets count from its beginning. */
export interface RewrittenSentence {
  sentence: FaultySentence
  /** Empty when the sentence is deleted. */
  text: string
  /** The sentence without its markers. */
  claim: string
  citations: Citation[]
}

/** The answer of a model that gives up a sentence. */
const DELETE_ANSWER = /^\W{0,3}DELETE\W{0,3}$/i
/** Matches what would make a sentence something else: an item, a heading, a row of a table. */
const BLOCK_START = /^(?:[-*+#>|]|\d+[.)]\s)/

/**
 * Reads the line that a model wrote in place of a sentence. Returns null when it cannot be used: it is missing, is no
 * sentence, cites nothing or is contradicted by what it cites, or deletes a sentence that has a supported claim too.
 */
export function rewriteSentence(
  sentence: FaultySentence,
  line: string | undefined,
  { evidence, concepts }: RevisionRequest,
): RewrittenSentence | null {
  if (line === undefined) return null
  if (DELETE_ANSWER.test(line)) {
    const isDeletable = sentence.citations.every(isJudgedUnsupported)
    return isDeletable ? { sentence, text: '', claim: '', citations: [] } : null
  }
  if (BLOCK_START.test(line) || !isWholeMarkdown(line)) return null
  const numbered = numberCitations(line, sentence.citations)
  const buildCitation = createCitationBuilder(concepts, evidence.values())
  const citations = numbered.ids.flatMap(({ citation: { n, passage_id }, start, end }) => {
    const found = evidence.get(passage_id)
    return found ? [{ ...buildCitation(found, numbered.claim), n, start, end }] : []
  })
  const isContradicted = citations.some(({ support }) => support === 'unsupported')
  return citations.length === 0 || isContradicted
    ? null
    : { sentence, text: numbered.text, claim: numbered.claim, citations }
}

/**
 * Replaces the ids (`[E1]`) in a rewritten sentence by markers (`[1]`). Returns the text, the text without markers
 * (`claim`), and the spans of the markers in the text.
 */
function numberCitations(line: string, citations: Citation[]) {
  const reader = createMarkerReader((id) => citations.some(({ n }) => `E${n}` === id))
  let text = ''
  let claim = ''
  const ids: { citation: Citation; start: number; end: number }[] = []
  for (const piece of [...reader.push(line), ...reader.end()]) {
    if (piece.kind === 'text') {
      text += piece.text
      claim += piece.text
      continue
    }
    for (const id of piece.ids) {
      const citation = citations.find(({ n }) => `E${n}` === id)
      if (!citation) continue
      const marker = `[${citation.n}]`
      ids.push({ citation, start: text.length, end: text.length + marker.length })
      text += marker
    }
  }
  return { text, claim: claim.replace(/\s([.。])/g, '$1').trim(), ids }
}
