import { type ClaimVerdict, type JudgedClaim, judgeClaims } from '../../answers/index.ts'
import { claimAt } from '../../language/text/claims.ts'
import { getCheckModel } from '../../models/registry/index.ts'
import type { ModelCall } from '../model/model-call.ts'
import { packBatches } from '../model/pack-batches.ts'
import type { Research } from '../run/research.ts'
import { type DraftLine, type ModelSentence, withResults } from './model-sentences.ts'
import type { CheckedEvidence } from './section-text.ts'

/** How long the model may take for the claims of one request, ms. */
const CHECK_TIMEOUT_MS = 60_000
/** The most claims of one request, and the most UTF-16 units of claims, quotes and passages sent with them. */
const REQUEST_LIMITS = { maxItems: 20, maxSize: 16_000 }
/** Length of the text before a claim that is sent with it, in UTF-16 units. */
const MAX_BEFORE_CHARS = 300
/** Stands for the marks of a claim, which it ends. */
const MARKER = '[0]'

/** A claim of a section with the marks behind it. */
interface MarkedClaim {
  text: string
  /** The text before it, which shows what its pronouns stand for. */
  before: string
  marks: CheckedEvidence[]
}

/**
 * Has the model that checks answers judge every cited claim of a section against the cited sentence and what else was
 * noted of the work. Marks whose claim has no verdict keep the result of the rules.
 *
 * @returns the lines with the verdicts; the same lines where the operator or the person has switched the check off.
 * @throws ModelFault; TimeoutError; the reason of the signal.
 */
export async function verifyLines(
  { ctx, state }: Research,
  call: ModelCall,
  lines: DraftLine[],
): Promise<DraftLine[]> {
  const checker = await getCheckModel(ctx, call.model)
  if (!checker) return lines
  const { nonce, signal, usage, timeout_ms, time_scale, count } = call
  const claims = markedClaims(lines)
  const results = new Map<CheckedEvidence, Pick<CheckedEvidence, 'support' | 'check'>>()
  const sourceOf = claimSources(state())
  const judgeable = claims.map(({ text, before, marks }) => ({
    marks,
    text,
    before,
    sources: marks.map(sourceOf),
  }))
  for (const batch of packBatches(judgeable, { ...REQUEST_LIMITS, sizeOf: charsOf })) {
    const judged = batch.map(({ text, before, sources }): JudgedClaim => ({ text, before, sources }))
    count.calls += 1
    const within_ms = Math.min(CHECK_TIMEOUT_MS * time_scale, timeout_ms)
    const verdicts = await judgeClaims(checker, judged, { nonce, signal, within_ms, usage })
    for (const [at, verdict] of verdicts)
      for (const mark of batch[at]?.marks ?? []) results.set(mark, toResult(mark, verdict))
  }
  return withResults(lines, results)
}

/** Returns the UTF-16 units that a claim adds to a request; a passage that it holds already is not sent again. */
function charsOf({ text, before, sources }: JudgedClaim, request: readonly JudgedClaim[]): number {
  const sent = new Set(request.flatMap((claim) => claim.sources.map(({ passage_id }) => passage_id)))
  const charsOfSource = ({ passage_id, passage, quote }: JudgedClaim['sources'][number]) =>
    quote.length + (sent.has(passage_id) ? 0 : passage.length)
  return sources.reduce((sum, source) => sum + charsOfSource(source), text.length + before.length)
}

/** Returns the result of a mark by the verdict on its claim. */
function toResult({ check: { missing } }: CheckedEvidence, { support, fault }: ClaimVerdict) {
  const isRejected = support === 'unsupported'
  const check = { method: 'model' as const, located: true, missing: isRejected ? missing : [] }
  return { support, check: { ...check, ...(fault !== '' && { fault }) } }
}

/** Returns the cited claims of lines in order; a cell of a table is a claim, with the head of the table before it. */
function markedClaims(lines: DraftLine[]): MarkedClaim[] {
  const head = plainText(lines.find(({ kind }) => kind === 'row')?.sentences ?? [])
  return lines.flatMap(({ kind, sentences }) =>
    sentences.flatMap(({ parts }, at) =>
      parts.flatMap((marks, end) => {
        if (typeof marks === 'string' || marks.length === 0) return []
        const textToMarks = parts.slice(0, end).map(withMarker).join('')
        if (kind === 'row') return [{ ...cellClaim(textToMarks, head), marks }]
        const before = plainText(sentences.slice(0, at)).slice(-MAX_BEFORE_CHARS)
        return [{ text: claimAt(textToMarks), before, marks }]
      }),
    ),
  )
}

/**
 * Returns the claim that ends a row up to some marks. A cell has several claims where its parts rest on
 * different sentences.
 *
 * @param row the row so far, with `MARKER` for the marks in it.
 * @param head the head of the table.
 */
function cellClaim(row: string, head: string): Pick<MarkedClaim, 'text' | 'before'> {
  const rowLabel = row.slice(0, row.indexOf('|', 1))
  const cellParts = row.slice(row.lastIndexOf('|') + 1).split(MARKER)
  const text = (cellParts.at(-1) ?? '').replace(/^[\s；;，,、]+/, '').trim()
  const before = [head.slice(-MAX_BEFORE_CHARS), `${rowLabel}${cellParts.slice(0, -1).join('')}`]
  return { text, before: before.join('\n') }
}

const withMarker = (part: ModelSentence['parts'][number]) => (typeof part === 'string' ? part : MARKER)

const plainText = (sentences: ModelSentence[]): string =>
  sentences.flatMap(({ parts }) => parts.filter((part) => typeof part === 'string')).join('')

/** Returns how the model is shown the source of a mark: its record, and the sentences that were noted of it. */
function claimSources({ read, evidence }: ReturnType<Research['state']>) {
  const sources = new Map(read.map((each) => [each.source_id, each]))
  const bySource = Map.groupBy(evidence, ({ source_id }) => source_id)
  return ({ evidence: { source_id, title, quote } }: CheckedEvidence): JudgedClaim['sources'][number] => {
    const { authors = [], year = null, venue = '' } = sources.get(source_id) ?? {}
    const record = [title, authors.join(', '), venue, year ?? ''].filter((text) => text !== '').join(' · ')
    const passage = (bySource.get(source_id) ?? []).map((each) => each.quote).join(' ')
    return { passage_id: source_id, record, passage: passage === '' ? quote : passage, quote }
  }
}
