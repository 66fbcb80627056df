import { type Chunk, createCallAssembler, parseChunks, toChunk } from './chunk.ts'
import { connectionFault, emptyAnswerFault, malformedFault, ModelFault } from './fault.ts'
import { type OptionalParameter, refusedParameter, requestBody, requiresReasoning } from './parameters.ts'
import type { ChatModel, ModelPart, ModelRequest } from './port.ts'
import { type ModelEndpoint, postJson, readJson, toModelError } from './post.ts'
import { filteredFault, frameFault } from './refusal.ts'
import { readEventData } from './sse.ts'
import { createThinkSplitter, type SplitPart } from './think-splitter.ts'
import { abortableSleep, type CallWatch, type ModelLimits, retryDelay, startWatch } from './watch.ts'

/** The endpoint of a chat model, with its properties in the product. */
export interface ChatEndpoint extends ModelEndpoint, Omit<ChatModel, 'stream'> {}

const MAX_JSON_BYTES = 8 * 1024 * 1024
const FILTERED_FINISH_REASONS = new Set(['content_filter', 'sensitive'])
const LENGTH_FINISH_REASONS = new Set(['length', 'max_tokens'])

/**
 * Creates a model behind an OpenAI-compatible endpoint (`POST /chat/completions`, streamed). Parameters that the
 * endpoint rejects (tools, a temperature, a token limit) are omitted from then on; a response that is not streamed is
 * read as a whole.
 */
export function createOpenAiChat(place: ChatEndpoint, limits: ModelLimits): ChatModel {
  const { id, name, external, context_tokens } = place
  const refused = new Set<OptionalParameter>()
  const habits = { wantsReasoning: false }
  return {
    id,
    name,
    external,
    context_tokens,
    stream: (request, signal) =>
      streamWithRetries({ place, refused, habits }, request, startWatch(limits, signal), limits),
  }
}

interface ChatModelState {
  place: ModelEndpoint
  refused: Set<OptionalParameter>
  /** Learned from the endpoint's refusals. */
  habits: { wantsReasoning: boolean }
}

async function* streamWithRetries(
  model: ChatModelState,
  request: ModelRequest,
  watch: CallWatch,
  limits: ModelLimits,
): AsyncGenerator<ModelPart> {
  let said = false
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        for await (const part of completeOnce(model, request, watch)) {
          said = true
          watch.rest()
          yield part
          watch.signal.throwIfAborted()
          watch.heard()
        }
        return
      } catch (error) {
        const wait = said ? null : retryPause(error, attempt, watch, limits)
        if (wait === null) throw toModelError(error, watch.signal)
        await abortableSleep(wait, watch.signal)
      }
    }
  } finally {
    watch.end()
  }
}

function retryPause(error: unknown, attempt: number, watch: CallWatch, limits: ModelLimits): number | null {
  const fault = toModelError(error, watch.signal)
  if (watch.signal.aborted || !(fault instanceof ModelFault) || !fault.retryable) return null
  return retryDelay(attempt, fault.retry_after_ms, limits)
}

/** Makes one attempt. */
async function* completeOnce(
  model: ChatModelState,
  request: ModelRequest,
  watch: CallWatch,
): AsyncGenerator<ModelPart> {
  const response = await requestCompletion(model, request, watch.signal)
  const listener = createChunkReader(model.place.api_key)
  try {
    for await (const chunk of readChunks(response)) {
      if (hasContent(chunk)) watch.heard()
      yield* listener.hear(chunk)
    }
  } catch (error) {
    // A connection that breaks after the model has finished loses nothing.
    if (!listener.finished() || watch.signal.aborted || error instanceof ModelFault) throw error
  }
  yield* listener.end()
}

const hasContent = ({ text, reasoning, calls }: Chunk) => text !== '' || reasoning !== '' || calls.length > 0

/** Converts the chunks of one answer into parts. */
function createChunkReader(api_key: string | null) {
  const splitter = createThinkSplitter()
  const calls = createCallAssembler()
  let [finish, usage, empty]: [Chunk['finish'], Chunk['usage'], boolean] = [null, null, true]
  /** Whether there was any output other than reasoning. */
  let isAnswered = false
  function* split(parts: Iterable<SplitPart>): Generator<ModelPart> {
    for (const part of parts) {
      if (part.type === 'text_was_reasoning') isAnswered = false
      else if (part.type === 'text' && part.delta.trim() !== '') isAnswered = true
      yield part
    }
  }
  return {
    *hear(chunk: Chunk): Generator<ModelPart> {
      if (chunk.error) throw frameFault(chunk.error, api_key)
      if (hasContent(chunk)) empty = false
      if (chunk.reasoning) yield { type: 'reasoning', delta: chunk.reasoning }
      yield* split(splitter.push(chunk.text))
      if (chunk.calls.length > 0) isAnswered = true
      for (const delta of chunk.calls) calls.add(delta)
      finish = chunk.finish ?? finish
      usage = chunk.usage ?? usage
    },
    finished: () => finish !== null,
    /**
     * Emits what was held back as the possible beginning of a tag, then usage and calls. Called only when the stream
     * ended properly.
     */
    *end(): Generator<ModelPart> {
      yield* split(splitter.flush())
      const fault = endFault(finish ?? '', { empty, isAnswered })
      if (usage && !(empty && fault)) yield { type: 'usage', ...usage }
      if (fault) throw fault
      if (LENGTH_FINISH_REASONS.has(finish ?? '')) yield { type: 'cut' }
      for (const call of calls.finish()) yield { type: 'call', call }
    },
  }
}

function endFault(
  finish: string,
  { empty, isAnswered }: { empty: boolean; isAnswered: boolean },
): ModelFault | null {
  if (FILTERED_FINISH_REASONS.has(finish)) return filteredFault(finish)
  if (empty) return malformedFault('the model said nothing')
  return isAnswered ? null : emptyAnswerFault(LENGTH_FINISH_REASONS.has(finish))
}

/** Sends the request, and repeats it without each parameter that the endpoint rejects, or with what it requires. */
async function requestCompletion(
  model: ChatModelState,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { place, refused, habits } = model
  for (;;) {
    const body = requestBody(place.model, request, { refused, ...habits })
    try {
      return await postJson(place, '/chat/completions', body, signal)
    } catch (error) {
      if (!(error instanceof ModelFault) || !learnFromRefusal(model, error, { request, body })) throw error
    }
  }
}

/** Learns from a refusal what the endpoint requires; returns false when the refusal does not tell. */
function learnFromRefusal(
  { refused, habits }: ChatModelState,
  fault: ModelFault,
  { request, body }: { request: ModelRequest; body: object },
): boolean {
  if (!habits.wantsReasoning && requiresReasoning(fault, request)) {
    habits.wantsReasoning = true
    return true
  }
  const name = refusedParameter(fault, body)
  if (name) refused.add(name)
  return name !== null
}

/**
 * Yields the chunks of an answer to its end.
 *
 * @throws ModelFault when the stream ends before the model has finished.
 */
async function* readChunks(response: Response): AsyncGenerator<Chunk> {
  const type = response.headers.get('content-type') ?? ''
  if (/html/i.test(type)) throw malformedFault('the address answers with a web page')
  if (/json/i.test(type) && !/event-stream|ndjson/i.test(type)) {
    yield toChunk(await readJson(response, MAX_JSON_BYTES))
    return
  }
  let finished = false
  for await (const data of readEventData(responseBytes(response))) {
    if (data === '[DONE]') return
    for (const chunk of parseChunks(data)) {
      finished ||= chunk.finish !== null
      yield chunk
    }
  }
  if (!finished) throw connectionFault()
}

async function* responseBytes(response: Response): AsyncGenerator<Uint8Array> {
  if (response.body) yield* response.body
}
