import type { AnswerEvent, Citation } from '@scinav/contract'
import type { Concept } from '@scinav/search'
import { claimStart } from '../../language/text/claims.ts'
import { escapeData, stripInvisible } from '../../language/text/clean.ts'
import { generateText, renderPrompt, type TokenUsage } from '../../models/prompts/index.ts'
import type { ChatModel, ModelMessage } from '../../platform/providers/models/port.ts'
import type { Evidence } from '../../retrieval/index.ts'
import { createMarkerReader } from './citation-markers.ts'
import { createCitationBuilder } from './cite-evidence.ts'
import { type AnswerDraft, markersStart } from './judge-citations.ts'

const REVISE_TIMEOUT_MS = 20_000
const MAX_CLAIMS = 8
const TOKENS_PER_SENTENCE = 120
/** A longer sentence is a new answer rather than a revision. */
const MAX_SENTENCE_CHARS = 600

/** A part of an answer that its sources do not support. */
interface UnsupportedClaim {
  /** The span in the answer, including its markers. */
  start: number
  end: number
  text: string
  citations: Citation[]
}

type RevisionEvent = Extract<AnswerEvent, { event: 'revision' | 'citation' }>

interface RevisionRequest {
  draft: AnswerDraft
  /** The offered evidence by passage id. */
  evidence: Map<string, Evidence>
  concepts: Concept[]
  nonce: string
}

/**
 * Has the model revise unsupported claims once, given their sources: each is rewritten or deleted. A rewritten claim is
 * checked like the answer and used only when its sources support it; otherwise the original keeps its mark.
 *
 * @returns changes ordered from the end of the answer to its beginning, so that their offsets stay valid.
 * @throws ModelFault, the signal's reason, TimeoutError; callers then leave the answer unchanged.
 */
export async function reviseClaims(
  model: ChatModel,
  asked: RevisionRequest,
  { signal, usage }: { signal: AbortSignal; usage: TokenUsage },
): Promise<RevisionEvent[]> {
  const claims = unsupportedClaims(asked.draft)
  if (claims.length === 0) return []
  const request = {
    messages: reviseMessages(claims, asked),
    temperature: 0,
    max_tokens: claims.length * TOKENS_PER_SENTENCE,
  }
  const response = await generateText(model, request, { signal, within_ms: REVISE_TIMEOUT_MS, usage })
  const lines = parseNumberedLines(response)
  return claims
    .flatMap((claim, at) => {
      const line = lines.get(at + 1)
      return line === undefined ? [] : [{ claim, line }]
    })
    .toReversed()
    .flatMap(({ claim, line }) => revisionEvents(claim, line, asked))
}

/** The most markers examined for claims to revise. */
const MAX_MARKERS = 40
/** How far before its marker a claim may begin, in UTF-16 units. */
const MAX_CLAIM_CHARS = 2_400

/** Only a model's judgement is a reason to change an answer. */
const isJudgedUnsupported = ({ support, check }: Citation) =>
  support === 'unsupported' && check.method === 'model'

/** Returns the first claims of which no marker is supported. Table cells are left unchanged. */
function unsupportedClaims({ text, citations }: AnswerDraft): UnsupportedClaim[] {
  const open = citations.filter(isJudgedUnsupported)
  const claims: UnsupportedClaim[] = []
  for (const each of open.toSorted((a, b) => a.start - b.start).slice(0, MAX_MARKERS)) {
    if (each.start < (claims.at(-1)?.end ?? 0)) continue
    const { line, start, end } = claimSpan(text, each)
    const own = citations.filter((other) => other.start >= start && other.end <= end)
    const isOpen = own.every(isJudgedUnsupported)
    if (isOpen && !line.startsWith('|'))
      claims.push({ start, end, text: text.slice(start, end), citations: own })
  }
  return claims.slice(0, MAX_CLAIMS)
}

/** Returns the span from the beginning of a claim to the end of its group of markers, and its line so far. */
function claimSpan(text: string, { start, end }: Citation): { line: string; start: number; end: number } {
  const reach = Math.max(0, start - MAX_CLAIM_CHARS)
  const near = text.slice(reach, start)
  const begin = reach + near.lastIndexOf('\n') + 1
  const line = text.slice(begin, start)
  const from = begin + claimStart(line.slice(0, markersStart(line)))
  const rest = /^(?:\s*\[\d+\])*/.exec(text.slice(end, end + 100))?.[0] ?? ''
  const lead = /^[\s>#*+,，、;；-]*/.exec(text.slice(from, start))?.[0] ?? ''
  return { line: line.trimStart(), start: from + lead.length, end: end + rest.length }
}

function reviseMessages(claims: UnsupportedClaim[], { evidence, nonce }: RevisionRequest): ModelMessage[] {
  const items = claims.map(({ text, start, citations }, at) => {
    const sources = citations.flatMap(({ passage_id, n }) => {
      const found = evidence.get(passage_id)
      return found
        ? [`E${n} ${toSingleLine(found.passage.heading, nonce)}: ${toSingleLine(found.passage.text, nonce)}`]
        : []
    })
    const claim = toSingleLine(withoutMarkers(text, start, citations), nonce)
    return `<item-${nonce} ${at + 1}>\nsentence: ${claim}\n${sources.join('\n')}\n</item-${nonce}>`
  })
  return [
    { role: 'system', content: renderPrompt('revise', { nonce }) },
    { role: 'user', content: items.join('\n') },
  ]
}

/** Removes the markers from a stretch of an answer. */
function withoutMarkers(text: string, from: number, citations: Citation[]): string {
  const marks = citations.toSorted((a, b) => b.start - a.start)
  return marks.reduce((rest, { start, end }) => rest.slice(0, start - from) + rest.slice(end - from), text)
}

const toSingleLine = (text: string, nonce: string) => escapeData(text, nonce).replaceAll(/\s+/g, ' ').trim()

/** Parses lines such as `2: Another sentence [E1].` */
function parseNumberedLines(response: string): Map<number, string> {
  const lines = new Map<number, string>()
  for (const line of stripInvisible(response).split('\n')) {
    const [whole, number] = /^[ \t*-]{0,6}(\d{1,2})[ \t]?[:：.)]/.exec(line) ?? []
    const text = whole === undefined ? '' : line.slice(whole.length).trim()
    if (text !== '' && text.length <= MAX_SENTENCE_CHARS && !lines.has(Number(number)))
      lines.set(Number(number), text)
  }
  return lines
}

function revisionEvents(claim: UnsupportedClaim, line: string, asked: RevisionRequest): RevisionEvent[] {
  if (/^\W{0,3}DELETE\W{0,3}$/i.test(line)) return [deleteClaim(claim, asked.draft.text)]
  const written = numberCitations(line, claim.citations)
  if (written.ids.length === 0) return []
  const buildCitation = createCitationBuilder(asked.concepts)
  const citations = written.ids.flatMap(({ citation, start, end }) => {
    const evidence = asked.evidence.get(citation.passage_id)
    if (!evidence) return []
    const at = { n: citation.n, start: claim.start + start, end: claim.start + end }
    return [{ ...buildCitation(evidence, written.claim), ...at }]
  })
  const isBorne =
    citations.length > 0 &&
    citations.every(({ support, check }) => support !== 'unsupported' && check.missing.length === 0)
  if (!isBorne) return []
  const { start, end } = withoutDoubledStop(claim, written.text, asked.draft.text)
  return [
    { event: 'revision', data: { start, end, text: written.text } },
    ...citations.map((data): RevisionEvent => ({ event: 'citation', data })),
  ]
}

/** Replaces ids in a rewritten sentence by the citation numbers of the answer. */
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

const FULL_STOP = /^[.。]/

/** Extends the span over the following full stop when the new sentence ends with one. */
function withoutDoubledStop({ start, end }: UnsupportedClaim, text: string, answer: string) {
  const isDoubled = /[.。]$/.test(text) && FULL_STOP.test(answer.slice(end, end + 1))
  return { start, end: isDoubled ? end + 1 : end }
}

/**
 * Deletes a claim, with the punctuation after it when nothing else of its sentence is left, and an emptied line
 * entirely.
 */
function deleteClaim({ start, end }: UnsupportedClaim, answer: string): RevisionEvent {
  const line = answer.lastIndexOf('\n', start - 1) + 1
  const before = answer.slice(line, start)
  const words = before.slice(0, markersStart(before)).trimEnd()
  const isWhole = /^$|[.。!！?？]$/.test(words.replace(/^[\s>#*+-]+/, ''))
  const rest = isWhole ? (/^[.。!！?？]? ?/.exec(answer.slice(end, end + 2))?.[0].length ?? 0) : 0
  const isAlone = before.replace(/[\s>#*+-]+/g, '') === '' && /^(?:\n|$)/.test(answer.slice(end + rest))
  return isAlone
    ? { event: 'revision', data: { start: line, end: Math.min(answer.length, end + rest + 1), text: '' } }
    : { event: 'revision', data: { start, end: end + rest, text: '' } }
}
