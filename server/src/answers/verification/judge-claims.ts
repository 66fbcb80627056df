import { renderPrompt, requestStructured, type TokenUsage } from '../../models/prompts/index.ts'
import type { ChatModel, ModelMessage } from '../../platform/providers/models/port.ts'
import { type ClaimVerdict, OPEN, REPLY_SCHEMA, readVerdicts } from './claim-verdicts.ts'
import { describeClaims, type JudgedClaim, MAX_CHARS } from './claims-prompt.ts'

/** Enough for the verdict on a claim, with the words at fault. */
const TOKENS_PER_CLAIM = 60
/** The tokens of the reply around the verdicts. */
const TOKENS_AROUND = 200
/** The part of the context that the request may fill, in UTF-16 units per token. */
const CHARS_PER_CONTEXT_TOKEN = 0.75

interface JudgeOptions {
  nonce: string
  signal: AbortSignal
  /** The time for everything, also for asking again, in milliseconds. */
  within_ms: number
  usage: TokenUsage
}

/**
 * Has a model judge claims in one request, which is bounded in claims and characters. A reply that cannot be read is
 * asked for once more.
 *
 * @returns the verdicts by the index of the claim; claims beyond the bounds, without a verdict, or about all sources at
 *   once are missing.
 * @throws ModelFault, the signal's reason, TimeoutError.
 */
export async function judgeClaims(
  model: ChatModel,
  claims: JudgedClaim[],
  { nonce, signal, within_ms, usage }: JudgeOptions,
): Promise<Map<number, ClaimVerdict>> {
  const { text, count } = describeClaims(claims, nonce, maxRequestChars(model))
  if (count === 0) return new Map()
  const messages: ModelMessage[] = [
    { role: 'system', content: renderPrompt('judge-citations', {}) },
    { role: 'user', content: text },
  ]
  const sentClaims = claims.slice(0, count)
  const request = {
    messages,
    max_tokens: replyTokens(count),
    reply_schema: REPLY_SCHEMA,
    read: (reply: string) => readVerdicts(reply, sentClaims),
  }
  return settledVerdicts((await requestStructured(model, request, { signal, within_ms, usage })) ?? new Map())
}

/** Returns the verdicts on claims that their sources settle. */
const settledVerdicts = (verdicts: Map<number, ClaimVerdict | typeof OPEN>): Map<number, ClaimVerdict> =>
  new Map([...verdicts].flatMap(([index, verdict]) => (verdict === OPEN ? [] : [[index, verdict]])))

const replyTokens = (claims: number) => claims * TOKENS_PER_CLAIM + TOKENS_AROUND

/** A Chinese character can be a token of its own, so that a small context holds fewer claims. */
const maxRequestChars = ({ context_tokens }: ChatModel): number =>
  Math.min(MAX_CHARS.request, context_tokens * CHARS_PER_CONTEXT_TOKEN - MAX_CHARS.prompt)
