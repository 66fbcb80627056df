import type { Citation } from '@scinav/contract'
import { claimAt, claimStart } from '../../language/text/claims.ts'
import { cellLabels } from '../../language/text/table-cells.ts'
import type { TokenUsage } from '../../models/prompts/index.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import type { Evidence } from '../../retrieval/index.ts'
import type { AnswerPart } from '../task/task.ts'
import { recordLines } from './cite-evidence.ts'
import { type ClaimSource, type ClaimVerdict, judgeClaims, MAX_JUDGED_CLAIMS } from './judge-claims.ts'

/** How long the reader waits for the marks after an answer, in milliseconds. */
const CHECK_TIMEOUT_MS = 10_000
/** How far before a marker its group of markers may begin, in UTF-16 units. */
const MAX_MARKERS_CHARS = 200
/** How much text before a claim is shown to the model, in UTF-16 units. */
const MAX_BEFORE_CHARS = 300

/** The part of an answer that a check needs. */
export interface AnswerDraft {
  text: string
  citations: Citation[]
}

/** A claim of an answer with the citations of the markers behind it. */
export interface CitedClaim<Cited extends Citation = Citation> {
  text: string
  /** The text before it. */
  before: string
  citations: Cited[]
}

/**
 * Has a model judge the cited claims of an answer, in one request within ten seconds. The verdict on a claim is that of
 * each of its citations. A contradiction that the rules found stays, whatever the model says.
 *
 * @param evidence the offered evidence by passage id.
 * @param options `within_ms` replaces the limit of ten seconds.
 * @returns the judged citations, to be emitted in place of the earlier ones.
 * @throws ModelFault, the signal's reason, TimeoutError; callers then keep the result of the rules.
 */
export async function judgeCitations<Cited extends Citation>(
  model: ChatModel,
  claims: CitedClaim<Cited>[],
  evidence: ReadonlyMap<string, Evidence>,
  options: { nonce: string; signal: AbortSignal; usage: TokenUsage; within_ms?: number },
): Promise<Cited[]> {
  const judged = claims.map(({ text, before, citations }) => {
    return { text, before, sources: citations.map((each) => claimSource(each, evidence)) }
  })
  const verdicts = await judgeClaims(model, judged, { within_ms: CHECK_TIMEOUT_MS, ...options })
  return [...verdicts].flatMap(([index, verdict]) =>
    (claims[index]?.citations ?? []).map((each) => withVerdict(each, verdict)),
  )
}

/**
 * Returns the cited claims of an answer in their order, at most as many as one request takes. Only citations whose
 * quote was located are included: a model's judgement does not make a quote genuine.
 */
export function citedClaims({ text, citations }: AnswerDraft): CitedClaim[] {
  const located = citations.filter(({ check }) => check.located).toSorted((a, b) => a.start - b.start)
  /** By the offset at which the claim ends. */
  const claims = new Map<number, CitedClaim>()
  for (const citation of located) {
    const near = text.slice(Math.max(0, citation.start - MAX_MARKERS_CHARS), citation.start)
    const end = citation.start - near.length + markersStart(near)
    const sameClaim = claims.get(end)
    if (sameClaim) {
      sameClaim.citations.push(citation)
      continue
    }
    if (claims.size === MAX_JUDGED_CLAIMS) break
    const claim = claimIn(text, end)
    if (claim) claims.set(end, { ...claim, citations: [citation] })
  }
  return [...claims.values()]
}

/**
 * Returns the claim that ends at an offset, with the text before it; null without one. A cell of a table is preceded by
 * its row and column, since alone it says nothing, and the text before it is what stands before the table.
 */
function claimIn(text: string, end: number): Pick<CitedClaim, 'text' | 'before'> | null {
  const textToEnd = text.slice(0, end)
  const claim = claimAt(textToEnd)
  if (claim === '') return null
  const cell = cellLabels(textToEnd)
  if (cell) {
    const labels = [cell.row, cell.column].filter((label) => label !== '').join(' · ')
    return {
      text: labels === '' ? claim : `${labels}: ${claim}`,
      before: contextBefore(text.slice(0, cell.table_start)),
    }
  }
  const line = text.lastIndexOf('\n', end - 1) + 1
  return { text: claim, before: contextBefore(text.slice(0, line + claimStart(text.slice(line, end)))) }
}

const contextBefore = (text: string): string => text.slice(-MAX_BEFORE_CHARS).replaceAll(/\[\d+\]/g, '')

function claimSource(
  { passage_id, title, quote }: Citation,
  evidence: ReadonlyMap<string, Evidence>,
): ClaimSource {
  const found = evidence.get(passage_id)
  const record = found ? [title, ...recordLines(found.work)].filter((text) => text !== '').join(' · ') : title
  return { passage_id, record, passage: found?.passage.text ?? quote, quote }
}

/** Tells whether the rules found words or figures in a claim that its source cannot bear out. */
const isContradicted = ({ support, check }: Citation) => support === 'unsupported' && check.missing.length > 0

/**
 * Returns a citation with the verdict of a model, unless this is milder than a contradiction that the rules
 * found.
 */
function withVerdict<Cited extends Citation>(citation: Cited, { support, fault }: ClaimVerdict): Cited {
  if (support !== 'unsupported' && isContradicted(citation)) return citation
  const { missing } = citation.check
  return {
    ...citation,
    support,
    check: { method: 'model', located: true, missing, ...(fault !== '' && { fault }) },
  }
}

/** Returns where the markers at the end of a text begin: 1 for `a [1][2]`; the length of a text without any. */
export function markersStart(text: string): number {
  let start = 0
  // The pieces are markers, words and single brackets; the last that is no marker ends before the markers.
  for (const { 0: piece, index } of text.matchAll(/\[\d+\]|[^\s[]+|\[/g))
    if (!/^\[\d/.test(piece)) start = index + piece.length
  return start
}

/**
 * Passes the parts of an answer on and accumulates its text and citations in `draft`. While an answer is
 * written, a revision replaces its text up to the end, so that no citation after it remains.
 */
export async function* recordAnswerParts(
  parts: AsyncIterable<AnswerPart>,
  draft: AnswerDraft,
): AsyncGenerator<AnswerPart> {
  for await (const part of parts) {
    if (part.event === 'delta') draft.text += part.data.text
    else if (part.event === 'citation') draft.citations.push(part.data)
    else if (part.event === 'revision') {
      const { start, end, text } = part.data
      draft.text = draft.text.slice(0, start) + text + draft.text.slice(end)
      draft.citations = draft.citations.filter((each) => each.end <= start)
    }
    yield part
  }
}
