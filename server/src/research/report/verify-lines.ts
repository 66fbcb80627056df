import { type ClaimVerdict, type JudgedClaim, judgeClaims } from '../../answers/index.ts'
import { claimAt } from '../../language/text/claims.ts'
import { getCheckModel } from '../../models/registry/index.ts'
import type { ModelCall } from '../model/with-model.ts'
import type { Research } from '../run/research.ts'
import { type DraftLine, type ModelSentence, withResults } from './model-sentences.ts'
import type { CheckedEvidence } from './section-text.ts'

const CHECK_TIMEOUT_MS = 60_000
/** Claims of one request: few enough that the texts of their works fit into it. */
const CLAIMS_A_REQUEST = 15
const MAX_BEFORE_CHARS = 300

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
  for (let from = 0; from < claims.length; from += CLAIMS_A_REQUEST) {
    const batch = claims.slice(from, from + CLAIMS_A_REQUEST)
    const judged = batch.map(
      ({ text, before, marks }): JudgedClaim => ({ text, before, sources: marks.map(sourceOf) }),
    )
    count.calls += 1
    const within_ms = Math.min(CHECK_TIMEOUT_MS * time_scale, timeout_ms)
    const verdicts = await judgeClaims(checker, judged, { nonce, signal, within_ms, usage })
    for (const [at, verdict] of verdicts)
      for (const mark of batch[at]?.marks ?? []) results.set(mark, toResult(mark, verdict))
  }
  return withResults(lines, results)
}

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
        const textBefore = parts.slice(0, end).map(withMarker).join('')
        if (kind !== 'row') {
          const before = plainText(sentences.slice(0, at)).slice(-MAX_BEFORE_CHARS)
          return [{ text: claimAt(textBefore), before, marks }]
        }
        const rowLabel = textBefore.slice(0, textBefore.indexOf('|', 1))
        const before = `${head.slice(-MAX_BEFORE_CHARS)}\n${rowLabel}`
        return [{ text: textBefore.slice(textBefore.lastIndexOf('|') + 1).trim(), before, marks }]
      }),
    ),
  )
}

/** Returns a part of a sentence with `[0]` in place of marks, which ends a claim. */
const withMarker = (part: ModelSentence['parts'][number]) => (typeof part === 'string' ? part : '[0]')

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
