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

/** Somebody on whose account a model works. */
export type Asker = BaseContext & { actor: { id: string } }

/** Tokens set aside for a call. */
interface Reservation {
  id: string
  user_id: string
  day: string
  tokens: number
}

/** Longer than any call to a model may take: what is still reserved then belongs to a process that died. */
const RESERVED_MS = 15 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** The day begins at midnight in Beijing. */
const BEIJING_MS = 8 * 60 * 60_000
/** An answer's length where the caller sets none. */
const ANSWER_TOKENS = 1_500

/**
 * Sets tokens of the caller's day aside, so that calls side by side cannot pass its limit together.
 *
 * @throws ModelFault `quota_exceeded`
 */
export async function reserveTokens(ctx: Asker, tokens: number): Promise<Reservation> {
  const limit = ctx.config.AI_TOKENS_PER_DAY
  const now = ctx.now().getTime()
  const at = (time: number) => new Date(time).toISOString()
  const reservation = {
    id: ctx.newId(),
    user_id: ctx.actor.id,
    day: at(now + BEIJING_MS).slice(0, 10),
    tokens: Math.ceil(tokens),
  }
  await transact(ctx, async (ctx) => {
    const { user_id, day } = reservation
    const taken = await usage.taken(ctx.db, {
      user_id,
      day,
      since: at(now - RESERVED_MS),
      until: at(now + RESERVED_MS),
    })
    if (limit > 0 && taken + reservation.tokens > limit) throw exceeded(limit)
    await usage.forget(ctx.db, user_id, at(now - DAY_MS))
    await usage.reserve(ctx.db, { ...reservation, created_at: at(now) })
  })
  return reservation
}

const exceeded = (limit: number) =>
  new ModelFault(
    'quota_exceeded',
    `今天的模型用量已达上限（每人每天 ${limit.toLocaleString('en-US')} 词元），明天 0 点后可继续。`,
    false,
  )

/** Counts what a call really used in place of what was set aside; twice counts once. */
export async function settleTokens(ctx: BaseContext, reservation: Reservation, used: number): Promise<void> {
  const { id, user_id, day } = reservation
  await transact(ctx, async (ctx) => {
    if ((await usage.release(ctx.db, id)) && used > 0) await usage.add(ctx.db, user_id, day, Math.ceil(used))
  })
}

/** A model whose calls count against the caller's day: reserved before, settled with what was really used. */
export function metered(ctx: Asker, model: ChatModel): ChatModel {
  return { ...model, stream: (request, signal) => count(ctx, model, request, signal) }
}

/** As `metered`. Endpoints seldom say what vectors cost: the texts are counted. */
export function meteredEmbedding(ctx: Asker, model: EmbeddingModel): EmbeddingModel {
  const embed: EmbeddingModel['embed'] = (texts, signal, role) =>
    paid(ctx, tokensOf(texts), () => model.embed(texts, signal, role))
  return { ...model, embed }
}

/** As `metered`: the query is read once with each text. */
export function meteredRerank(ctx: Asker, model: RerankModel): RerankModel {
  const rerank = (query: string, texts: string[], signal: AbortSignal) =>
    paid(ctx, tokensIn(query) * texts.length + tokensOf(texts), () => model.rerank(query, texts, signal))
  return { ...model, rerank }
}

const tokensOf = (texts: string[]) => texts.reduce((sum, text) => sum + tokensIn(text), 0)

/** Reserves tokens for a call and counts them where it succeeds; a call that failed cost nothing. */
async function paid<Answer>(ctx: Asker, tokens: number, work: () => Promise<Answer>): Promise<Answer> {
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

async function* count(
  ctx: Asker,
  model: ChatModel,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const asked = tokensIn(JSON.stringify([request.messages, request.tools ?? []]))
  const reservation = await reserveTokens(ctx, asked + (request.max_tokens ?? ANSWER_TOKENS))
  let said = ''
  let real: number | null = null
  try {
    for await (const part of model.stream(request, signal)) {
      said += saidIn(part)
      if (part.type === 'usage') real = sumOf(part)
      yield part
    }
  } finally {
    // A call that was refused cost nothing; one that was cut off is estimated.
    await settleTokens(ctx, reservation, real ?? (said ? asked + tokensIn(said) : 0))
  }
}

function saidIn(part: ModelPart): string {
  if (part.type === 'call') return part.call.name + part.call.args
  return 'delta' in part ? part.delta : ''
}

function sumOf({ prompt_tokens, completion_tokens }: Extract<ModelPart, { type: 'usage' }>): number | null {
  return prompt_tokens === null || completion_tokens === null ? null : prompt_tokens + completion_tokens
}

const HAN = /\p{Script=Han}/gu
const LETTERS_A_TOKEN = 3.5

/** About how many tokens a text is: one for a Chinese character, one for three or four of the others. */
function tokensIn(text: string): number {
  const han = text.match(HAN)?.length ?? 0
  return Math.ceil(han + (text.length - han) / LETTERS_A_TOKEN)
}
