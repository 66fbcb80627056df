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
 * Reserves tokens of the caller's day, so that concurrent calls cannot exceed the limit together.
 *
 * @throws ModelFault `quota_exceeded`.
 */
export async function reserveTokens(ctx: ModelUserContext, tokens: number): Promise<TokenReservation> {
  const limit = ctx.config.AI_TOKENS_PER_DAY
  const now = ctx.now().getTime()
  const at = (time: number) => new Date(time).toISOString()
  const reservation = {
    id: ctx.newId(),
    user_id: ctx.actor.id,
    day: at(now + BEIJING_OFFSET_MS).slice(0, 10),
    tokens: Math.ceil(tokens),
  }
  await transact(ctx, async (ctx) => {
    const { user_id, day } = reservation
    const taken = await usage.sumTokens(ctx.db, {
      user_id,
      day,
      since: at(now - RESERVATION_TTL_MS),
      until: at(now + RESERVATION_TTL_MS),
    })
    if (limit > 0 && taken + reservation.tokens > limit) throw quotaExceeded(limit)
    await usage.removeReservationsBefore(ctx.db, user_id, at(now - DAY_MS))
    await usage.insertReservation(ctx.db, { ...reservation, created_at: at(now) })
  })
  return reservation
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

async function* meterStream(
  ctx: ModelUserContext,
  model: ChatModel,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const asked = estimateTokens(JSON.stringify([request.messages, request.tools ?? []]))
  const reservation = await reserveTokens(ctx, asked + (request.max_tokens ?? DEFAULT_ANSWER_TOKENS))
  let said = ''
  let real: number | null = null
  try {
    for await (const part of model.stream(request, signal)) {
      said += partText(part)
      if (part.type === 'usage') real = totalTokens(part)
      yield part
    }
  } finally {
    // A refused call costs nothing; one that was cut off is estimated.
    await settleTokens(ctx, reservation, real ?? (said ? asked + estimateTokens(said) : 0))
  }
}

function partText(part: ModelPart): string {
  if (part.type === 'call') return part.call.name + part.call.args
  return 'delta' in part ? part.delta : ''
}

function totalTokens({
  prompt_tokens,
  completion_tokens,
}: Extract<ModelPart, { type: 'usage' }>): number | null {
  return prompt_tokens === null || completion_tokens === null ? null : prompt_tokens + completion_tokens
}

const HAN_CHARACTER = /\p{Script=Han}/gu
const LETTERS_PER_TOKEN = 3.5

/** Estimates the tokens of a text: one per Chinese character, one per 3.5 other characters. */
function estimateTokens(text: string): number {
  const han = text.match(HAN_CHARACTER)?.length ?? 0
  return Math.ceil(han + (text.length - han) / LETTERS_PER_TOKEN)
}
