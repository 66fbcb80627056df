import type { ModelFault } from '../platform/providers/models/fault.ts'
import { createModelFactory } from '../platform/providers/models/model-factory.ts'
import type { ModelPart, ModelRequest } from '../platform/providers/models/port.ts'
import type { ModelLimits } from '../platform/providers/models/watch.ts'
import { scriptedModel } from './scripted-model.ts'

const QUICK_RETRY: Partial<ModelLimits> = { backoff_ms: 1, random: () => 0.5 }
/** A request with one short message. */
export const HELLO_REQUEST: ModelRequest = { messages: [{ role: 'user', content: '你好' }] }

/** Creates a scripted server and a model that uses it; `ask` returns all output and the error. */
export async function chatScene(limits: Partial<ModelLimits> = {}, model_name = 'scripted') {
  const server = await scriptedModel()
  const model = createModelFactory({ ...QUICK_RETRY, ...limits }).chat({
    id: 'scripted',
    name: '脚本模型',
    base_url: server.url,
    api_key: 'sk-secret-1234',
    model: model_name,
    external: false,
    context_tokens: 32_000,
  })
  return {
    server,
    model,
    ask: (request = HELLO_REQUEST, signal?: AbortSignal) =>
      collectParts(model.stream(request, signal ?? neverAborted())),
  }
}

/** Returns a signal that is never aborted. */
export const neverAborted = () => new AbortController().signal

/** Collects the output of a model by kind, and the error. */
async function collectParts(parts: AsyncIterable<ModelPart>) {
  const output = { text: '', reasoning: '', calls: [] as object[], usage: null as object | null, deltas: 0 }
  try {
    for await (const part of parts) {
      if (part.type === 'call') output.calls.push(part.call)
      else if (part.type === 'usage') output.usage = part
      else if (part.type === 'text_was_reasoning') {
        output.reasoning += output.text
        output.text = ''
      } else if (part.type !== 'cut') {
        output[part.type] += part.delta
        output.deltas += 1
      }
    }
    return { ...output, fault: null }
  } catch (error) {
    return { ...output, fault: error as ModelFault }
  }
}
