import { type BaseContext, transact } from '../../platform/context/context.ts'
import { ModelFault } from '../../platform/providers/models/fault.ts'
import type {
  ChatModel,
  EmbeddingModel,
  ModelPart,
  ModelRequest,
  RerankModel,
} from '../../platform/providers/models/port.ts'
import * as usage from './usage.store.ts'

/** A context with the person whose quota a model uses. */
export type ModelUserContext = BaseContext & { actor: { id: string } }

/** Tokens reserved for a call. */
interface TokenReservation {
  id: string
  user_id: string
  /** The day in Beijing, such as `2026-01-31`. */
  day: string
  tokens: number
}

/** Longer than any model call, ms: an older reservation belongs to a process that died. */
const RESERVATION_TTL_MS = 15 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** The quota's day begins at midnight in Beijing. */
const BEIJING_OFFSET_MS = 8 * 60 * 60_000
/** Reserved length of an answer when the caller sets none, in tokens. */
const DEFAULT_ANSWER_TOKENS = 1_500

/**
 * Reserves tokens of the caller's day, so that concurrent calls cannot exceed the limit together. A configured limit of
 * 0 means none.
 *
 * @throws ModelFault `quota_exceeded`.
 */
export async function reserveTokens(ctx: ModelUserContext, tokens: number): Promise<TokenReservation> {
  const limit = ctx.config.AI_TOKENS_PER_DAY
  const now = ctx.now().getTime()
  const reservation = {
    id: ctx.newId(),
    user_id: ctx.actor.id,
    day: beijingDay(now),
    tokens: Math.ceil(tokens),
  }
  await transact(ctx, async (ctx) => {
    const { user_id } = reservation
    const used = await sumTokensOfDay(ctx, now)
    if (limit > 0 && used + reservation.tokens > limit) throw quotaExceeded(limit)
    await usage.removeReservationsBefore(ctx.db, user_id, iso(now - DAY_MS))
    await usage.insertReservation(ctx.db, { ...reservation, created_at: iso(now) })
  })
  return reservation
}

const iso = (time_ms: number) => new Date(time_ms).toISOString()
const beijingDay = (time_ms: number) => iso(time_ms + BEIJING_OFFSET_MS).slice(0, 10)

/** Sums the tokens that the caller has used on the day of a time, and those reserved by running calls. */
const sumTokensOfDay = (ctx: ModelUserContext, time_ms: number): Promise<number> =>
  usage.sumTokens(ctx.db, {
    user_id: ctx.actor.id,
    day: beijingDay(time_ms),
    since: iso(time_ms - RESERVATION_TTL_MS),
    until: iso(time_ms + RESERVATION_TTL_MS),
  })

/** Returns the tokens that the caller has used today, and how many they may use; null for no limit. */
export async function getTokenUsage(ctx: ModelUserContext): Promise<{ used: number; limit: number | null }> {
  const limit = ctx.config.AI_TOKENS_PER_DAY
  return { used: await sumTokensOfDay(ctx, ctx.now().getTime()), limit: limit > 0 ? limit : null }
}

const quotaExceeded = (limit: number) =>
  new ModelFault(
    'quota_exceeded',
    `今天的模型用量已达上限（每人每天 ${limit.toLocaleString('en-US')} 词元），明天 0 点后可继续。`,
    false,
  )

/** Replaces a reservation by the tokens actually used; repeated calls count once. */
export async function settleTokens(
  ctx: BaseContext,
  reservation: TokenReservation,
  used: number,
): Promise<void> {
  const { id, user_id, day } = reservation
  await transact(ctx, async (ctx) => {
    if ((await usage.removeReservation(ctx.db, id)) && used > 0)
      await usage.addUsage(ctx.db, user_id, day, Math.ceil(used))
  })
}

/** Returns a model whose calls count against the caller's day: tokens are reserved before and settled afterwards. */
export function meterChatModel(ctx: ModelUserContext, model: ChatModel): ChatModel {
  return { ...model, stream: (request, signal) => meterStream(ctx, model, request, signal) }
}

/**
 * Meters an embedding model like `meterChatModel`. Endpoints seldom report the tokens of embeddings, so the texts are
 * estimated.
 */
export function meterEmbeddingModel(ctx: ModelUserContext, model: EmbeddingModel): EmbeddingModel {
  const embed: EmbeddingModel['embed'] = (texts, signal, role) =>
    runMetered(ctx, sumTokens(texts), () => model.embed(texts, signal, role))
  return { ...model, embed }
}

/** Meters a reranker like `meterChatModel`: the query is read once with each text. */
export function meterRerankModel(ctx: ModelUserContext, model: RerankModel): RerankModel {
  const rerank = (query: string, texts: string[], signal: AbortSignal) =>
    runMetered(ctx, estimateTokens(query) * texts.length + sumTokens(texts), () =>
      model.rerank(query, texts, signal),
    )
  return { ...model, rerank }
}

const sumTokens = (texts: string[]) => texts.reduce((sum, text) => sum + estimateTokens(text), 0)

/** Reserves tokens for a call and counts them when it succeeds; a failed call costs nothing. */
async function runMetered<Answer>(
  ctx: ModelUserContext,
  tokens: number,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const reservation = await reserveTokens(ctx, tokens)
  let used = 0
  try {
    const answer = await work()
    used = tokens
    return answer
  } finally {
    await settleTokens(ctx, reservation, used)
  }
}

/** Streams a call's parts, and settles its reservation however the stream ends. */
async function* meterStream(
  ctx: ModelUserContext,
  model: ChatModel,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const request_tokens = estimateTokens(JSON.stringify([request.messages, request.tools ?? []]))
  const reservation = await reserveTokens(ctx, request_tokens + (request.max_tokens ?? DEFAULT_ANSWER_TOKENS))
  let output = ''
  /** The tokens that the provider reports; null when it does not. */
  let reported: number | null = null
  try {
    for await (const part of model.stream(request, signal)) {
      output += partText(part)
      if (part.type === 'usage') reported = totalTokens(part)
      yield part
    }
  } finally {
    // A refused call costs nothing; one that was cut off is estimated.
    await settleTokens(ctx, reservation, reported ?? (output ? request_tokens + estimateTokens(output) : 0))
  }
}

/** Returns the text of a part that the model has generated; '' for parts without text. */
function partText(part: ModelPart): string {
  if (part.type === 'call') return part.call.name + part.call.args
  return 'delta' in part ? part.delta : ''
}

/** Returns the sum of a usage report; null when it is incomplete. */
function totalTokens({
  prompt_tokens,
  completion_tokens,
}: Extract<ModelPart, { type: 'usage' }>): number | null {
  return prompt_tokens === null || completion_tokens === null ? null : prompt_tokens + completion_tokens
}

/** Matches a Chinese character. */
const HAN_CHARACTER = /\p{Script=Han}/gu
const LETTERS_PER_TOKEN = 3.5

/** Estimates the tokens of a text: one per Chinese character, one per 3.5 other characters. */
function estimateTokens(text: string): number {
  const han = text.match(HAN_CHARACTER)?.length ?? 0
  return Math.ceil(han + (text.length - han) / LETTERS_PER_TOKEN)
}
