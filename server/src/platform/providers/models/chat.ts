import { type Chunk, createCallAssembler, parseChunks, toChunk } from './chunk.ts'
import { type EndpointProfile, endpointProfile } from './endpoint-profiles.ts'
import { connectionFault, emptyAnswerFault, ModelFault, malformedFault } from './fault.ts'
import { type OptionalParameter, refusedParameter, requestBody, requiresReasoning } from './parameters.ts'
import type { ChatModel, ModelPart, ModelRequest } from './port.ts'
import { type ModelEndpoint, postJson, readJson, toModelError } from './post.ts'
import { filteredFault, frameFault } from './refusal.ts'
import { readEventData } from './sse.ts'
import { createThinkSplitter, type SplitPart } from './think-splitter.ts'
import { abortableSleep, type CallWatch, type ModelLimits, retryPause, startWatch } from './watch.ts'

/** The endpoint of a chat model, with its properties in the product. */
export interface ChatEndpoint extends ModelEndpoint, Omit<ChatModel, 'stream'> {}

/** Largest answer that is read as a whole. */
const MAX_JSON_BYTES = 8 * 1024 * 1024
// Values of `finish_reason`, which differ between endpoints.
const FILTERED_FINISH_REASONS = new Set(['content_filter', 'sensitive'])
const LENGTH_FINISH_REASONS = new Set(['length', 'max_tokens'])

/**
 * Creates a model behind an OpenAI-compatible endpoint (`POST /chat/completions`, streamed). Parameters that the
 * endpoint rejects (tools, a temperature, a token limit) are omitted from then on; a response that is not streamed is
 * read as a whole.
 */
export function createOpenAiChat(endpoint: ChatEndpoint, limits: ModelLimits): ChatModel {
  const { id, name, external, context_tokens } = endpoint
  const refused = new Set<OptionalParameter>()
  const profile = endpointProfile(endpoint)
  const requirements = { needsReasoning: profile.reasoning_with_calls }
  return {
    id,
    name,
    external,
    context_tokens,
    stream: (request, signal) =>
      streamWithRetries(
        { endpoint, profile, refused, requirements },
        request,
        startWatch(limits, signal),
        limits,
      ),
  }
}

/** A model with what is known about its endpoint. */
interface ChatModelState {
  endpoint: ModelEndpoint
  profile: EndpointProfile
  /** Parameters that the endpoint has refused. */
  refused: Set<OptionalParameter>
  /** What the endpoint needs by its profile, or since it refused a request without it. */
  requirements: { needsReasoning: boolean }
}

/** Yields the parts of a completion; repeats failed attempts as long as nothing has been yielded. */
async function* streamWithRetries(
  model: ChatModelState,
  request: ModelRequest,
  watch: CallWatch,
  limits: ModelLimits,
): AsyncGenerator<ModelPart> {
  let hasYielded = false
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        for await (const part of completeOnce(model, request, watch)) {
          hasYielded = true
          watch.suspend()
          yield part
          watch.signal.throwIfAborted()
          watch.received()
        }
        return
      } catch (error) {
        const pause_ms = hasYielded ? null : retryPause(error, attempt, watch, limits)
        if (pause_ms === null) throw toModelError(error, watch.signal)
        await abortableSleep(pause_ms, watch.signal)
      }
    }
  } finally {
    watch.end()
  }
}

/** Makes one attempt and yields its parts. */
async function* completeOnce(
  model: ChatModelState,
  request: ModelRequest,
  watch: CallWatch,
): AsyncGenerator<ModelPart> {
  const response = await requestCompletion(model, request, watch.signal)
  const reader = createChunkReader(model.endpoint.api_key)
  try {
    for await (const chunk of readChunks(response)) {
      if (hasContent(chunk)) watch.received()
      yield* reader.read(chunk)
    }
  } catch (error) {
    // A connection that breaks after the model has finished loses nothing.
    if (!reader.isFinished() || watch.signal.aborted || error instanceof ModelFault) throw error
  }
  yield* reader.end()
}

/** Returns whether a chunk has any output of the model, and not only usage or a reason to finish. */
const hasContent = ({ text, reasoning, calls }: Chunk) => text !== '' || reasoning !== '' || calls.length > 0

/** Converts the chunks of one answer into parts. */
function createChunkReader(api_key: string | null) {
  const splitter = createThinkSplitter()
  const calls = createCallAssembler()
  let finish: Chunk['finish'] = null
  let usage: Chunk['usage'] = null
  /** Whether there was no output at all. */
  let isEmpty = true
  /** Whether there was any output other than reasoning. */
  let isAnswered = false
  /** Passes parts through, and keeps `isAnswered` up to date. */
  function* trackAnswer(parts: Iterable<SplitPart>): Generator<ModelPart> {
    for (const part of parts) {
      if (part.type === 'text_was_reasoning') isAnswered = false
      else if (part.type === 'text' && part.delta.trim() !== '') isAnswered = true
      yield part
    }
  }
  return {
    *read(chunk: Chunk): Generator<ModelPart> {
      if (chunk.error) throw frameFault(chunk.error, api_key)
      if (hasContent(chunk)) isEmpty = false
      if (chunk.reasoning) yield { type: 'reasoning', delta: chunk.reasoning }
      yield* trackAnswer(splitter.push(chunk.text))
      if (chunk.calls.length > 0) isAnswered = true
      for (const delta of chunk.calls) calls.add(delta)
      finish = chunk.finish ?? finish
      usage = chunk.usage ?? usage
    },
    isFinished: () => finish !== null,
    /**
     * Emits what was held back as the possible beginning of a tag, then usage and calls. Called only when the stream
     * ended properly.
     */
    *end(): Generator<ModelPart> {
      yield* trackAnswer(splitter.flush())
      const fault = endFault(finish ?? '', { isEmpty, isAnswered })
      if (usage && !(isEmpty && fault)) yield { type: 'usage', ...usage }
      if (fault) throw fault
      if (LENGTH_FINISH_REASONS.has(finish ?? '')) yield { type: 'cut' }
      for (const call of calls.finish()) yield { type: 'call', call }
    },
  }
}

/** Returns what is wrong with an answer that ended properly; null when nothing is. */
function endFault(
  finish: string,
  { isEmpty, isAnswered }: { isEmpty: boolean; isAnswered: boolean },
): ModelFault | null {
  if (FILTERED_FINISH_REASONS.has(finish)) return filteredFault(finish)
  if (isEmpty) return malformedFault('the model said nothing')
  return isAnswered ? null : emptyAnswerFault(LENGTH_FINISH_REASONS.has(finish))
}

/** Sends the request, and repeats it without each parameter that the endpoint rejects, or with what it requires. */
async function requestCompletion(
  model: ChatModelState,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { endpoint, profile, refused, requirements } = model
  const { without_thinking: withoutThinking, reply_format: replyFormat } = profile
  for (;;) {
    const habits = { refused, withoutThinking, replyFormat, ...requirements }
    const body = requestBody(endpoint.model, request, habits)
    try {
      return await postJson(endpoint, '/chat/completions', body, signal)
    } catch (error) {
      if (!(error instanceof ModelFault) || !learnFromRefusal(model, error, { request, body })) throw error
    }
  }
}

/** Learns from a refusal what the endpoint requires; returns false when the refusal does not tell. */
function learnFromRefusal(
  { profile, refused, requirements }: ChatModelState,
  fault: ModelFault,
  { request, body }: { request: ModelRequest; body: object },
): boolean {
  if (!requirements.needsReasoning && requiresReasoning(fault, request)) {
    requirements.needsReasoning = true
    return true
  }
  const name = refusedParameter(fault, body, Object.keys(profile.without_thinking))
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
  let isFinished = false
  for await (const data of readEventData(responseBytes(response))) {
    if (data === '[DONE]') return
    for (const chunk of parseChunks(data)) {
      isFinished ||= chunk.finish !== null
      yield chunk
    }
  }
  if (!isFinished) throw connectionFault()
}

/** Yields the bytes of a response as they arrive; nothing for one without a body. */
async function* responseBytes(response: Response): AsyncGenerator<Uint8Array> {
  if (response.body) yield* response.body
}
