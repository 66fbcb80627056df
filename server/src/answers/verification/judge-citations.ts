import type { Citation } from '@scinav/contract'
import type { TokenUsage } from '../../models/prompts/index.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import type { Evidence } from '../../retrieval/index.ts'
import type { AnswerPart } from '../task/task.ts'
import { recordLines } from './cite-evidence.ts'
import type { AnswerDraft, CitedClaim } from './cited-claims.ts'
import type { ClaimVerdict } from './claim-verdicts.ts'
import type { ClaimSource } from './claims-prompt.ts'
import { judgeClaims } from './judge-claims.ts'

/** How long the reader waits for the marks after an answer, in milliseconds. */
const CHECK_TIMEOUT_MS = 10_000

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
