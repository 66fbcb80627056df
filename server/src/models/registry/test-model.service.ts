import { type api, modelCallUrl, type OutputOf, type ParsedInputOf } from '@scinav/contract'
import type { BaseContext, Context } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { ModelFault } from '../../platform/providers/models/fault.ts'
import type { ChatModel } from '../../platform/providers/models/port.ts'
import { type KnownModel, listKnownModels, modelEndpoint } from './known-models.ts'
import { requireModel } from './model-admin.service.ts'

type ModelTestResult = OutputOf<typeof api.models.test>

/** Time in which a model has to answer a test. */
const TEST_TIMEOUT_MS = 30_000
/** A model that reasons first needs some tokens before it answers. */
const MAX_TEST_TOKENS = 64

/**
 * Sends a model a tiny request, for the operator. A model that does not work is a result, not an error.
 *
 * @throws AppError `model.not_found`.
 */
export async function testModel(
  ctx: Context,
  { id }: ParsedInputOf<typeof api.models.test>,
): Promise<ModelTestResult> {
  return runModelTest(ctx, await requireModel(ctx, id), ctx.stream.signal)
}

/** Tests every active model and returns the results. */
export async function testAllModels(
  ctx: BaseContext,
): Promise<(ModelTestResult & Pick<KnownModel, 'kind' | 'name'>)[]> {
  const active = (await listKnownModels(ctx)).filter((model) => model.active)
  const { signal } = new AbortController()
  return Promise.all(
    active.map(async (model) => ({
      kind: model.kind,
      name: model.name,
      ...(await runModelTest(ctx, model, signal)),
    })),
  )
}

/** Tests a model; a fault of it is a result, other errors are thrown. */
async function runModelTest(
  ctx: BaseContext,
  model: KnownModel,
  callerSignal: AbortSignal,
): Promise<ModelTestResult> {
  const started_at = ctx.now().getTime()
  const url = modelCallUrl(model.base_url, model.kind)
  const tookMs = () => Math.max(0, ctx.now().getTime() - started_at)
  const timeout = AbortSignal.timeout(TEST_TIMEOUT_MS)
  const failed = (message: string, more: Partial<ModelTestResult> = {}): ModelTestResult => ({
    ok: false,
    message,
    took_ms: tookMs(),
    code: null,
    detail: null,
    url,
    ...more,
  })
  try {
    const description = await sendTestRequest(ctx, model, AbortSignal.any([callerSignal, timeout]))
    return { ok: true, message: `可用：${description}`, took_ms: tookMs(), code: null, detail: null, url }
  } catch (error) {
    if (error instanceof ModelFault) {
      const { message, code, detail } = error
      return failed(message, { code, detail })
    }
    if (error instanceof AppError) return failed(error.message)
    if (!timeout.aborted) throw error
    return failed(`${TEST_TIMEOUT_MS / 1_000} 秒内没有回答，请检查地址与网络。`, { code: 'provider_timeout' })
  }
}

/** Sends the request and returns a short description of the response. */
async function sendTestRequest(ctx: BaseContext, model: KnownModel, signal: AbortSignal): Promise<string> {
  const endpoint = modelEndpoint(model)
  const { models } = ctx.providers
  if (model.kind === 'chat') return readFirstWords(models.chat(endpoint), signal)
  if (model.kind === 'embedding') {
    const [vector] = await models.embedding(endpoint).embed(['测试'], signal)
    return `向量 ${vector?.length} 维`
  }
  await models.rerank(endpoint).rerank('测试', ['测试', '其他'], signal)
  return '重排正常'
}

/** Reads a stream until the model has generated something; returns a description of it for the operator. */
async function readFirstWords(model: ChatModel, signal: AbortSignal): Promise<string> {
  const messages = [{ role: 'user' as const, content: '请只回复「好」。' }]
  for await (const part of model.stream({ messages, max_tokens: MAX_TEST_TOKENS }, signal))
    if (part.type === 'text' || part.type === 'reasoning') return '模型已回答'
  // A stream without any output is a fault of its own, so only a tool call is left.
  return '模型已响应'
}
