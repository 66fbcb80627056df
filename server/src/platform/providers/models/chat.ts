import { type Chunk, chunkOf, chunksOf } from './chunk.ts'
import { cutFault, ModelFault, malformedFault, unansweredFault } from './fault.ts'
import { bodyOf, missesReasoning, type Optional, refusedParameter } from './parameters.ts'
import type { ChatModel, ModelPart, ModelRequest } from './port.ts'
import { type ModelPlace, post, readJson, thrownBy } from './post.ts'
import { faultOfFrame, filteredFault } from './refusal.ts'
import { eventData } from './sse.ts'
import { type SplitPart, thinkSplitter } from './think.ts'
import { callAssembler } from './tool-calls.ts'
import { type ModelLimits, pause, pauseBefore, startWatch, type Watch } from './watch.ts'

export interface ChatPlace extends ModelPlace, Omit<ChatModel, 'stream'> {}

const MOST_JSON = 8 * 1024 * 1024
const FILTERED = new Set(['content_filter', 'sensitive'])
const CUT = new Set(['length', 'max_tokens'])

/**
 * A model behind an OpenAI-compatible endpoint (`POST /chat/completions`, streamed). What the endpoint refuses to know
 * (tools, a temperature, a count of tokens) is left out from then on; one that does not stream is read whole.
 */
export function openAiChat(place: ChatPlace, limits: ModelLimits): ChatModel {
  const { id, name, external, context_tokens } = place
  const refused = new Set<Optional>()
  const habits = { wantsReasoning: false }
  return {
    id,
    name,
    external,
    context_tokens,
    stream: (request, signal) =>
      withRetries({ place, refused, habits }, request, startWatch(limits, signal), limits),
  }
}

interface Model {
  place: ModelPlace
  refused: Set<Optional>
  /** Learned from what it refuses. */
  habits: { wantsReasoning: boolean }
}

async function* withRetries(
  model: Model,
  request: ModelRequest,
  watch: Watch,
  limits: ModelLimits,
): AsyncGenerator<ModelPart> {
  let said = false
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        for await (const part of complete(model, request, watch)) {
          said = true
          watch.rest()
          yield part
          watch.signal.throwIfAborted()
          watch.heard()
        }
        return
      } catch (error) {
        const wait = said ? null : retryPause(error, attempt, watch, limits)
        if (wait === null) throw thrownBy(error, watch.signal)
        await pause(wait, watch.signal)
      }
    }
  } finally {
    watch.end()
  }
}

function retryPause(error: unknown, attempt: number, watch: Watch, limits: ModelLimits): number | null {
  const fault = thrownBy(error, watch.signal)
  if (watch.signal.aborted || !(fault instanceof ModelFault) || !fault.retryable) return null
  return pauseBefore(attempt, fault.retry_after_ms, limits)
}

/** One try. */
async function* complete(model: Model, request: ModelRequest, watch: Watch): AsyncGenerator<ModelPart> {
  const response = await ask(model, request, watch.signal)
  const listener = listen(model.place.api_key)
  try {
    for await (const chunk of chunks(response)) {
      if (saysSomething(chunk)) watch.heard()
      yield* listener.hear(chunk)
    }
  } catch (error) {
    // A connection that goes after the model said it is done took nothing away.
    if (!listener.finished() || watch.signal.aborted || error instanceof ModelFault) throw error
  }
  yield* listener.end()
}

const saysSomething = ({ text, reasoning, calls }: Chunk) =>
  text !== '' || reasoning !== '' || calls.length > 0

/** Makes parts of the chunks of one answer. */
function listen(api_key: string | null) {
  const splitter = thinkSplitter()
  const calls = callAssembler()
  let [finish, usage, empty]: [Chunk['finish'], Chunk['usage'], boolean] = [null, null, true]
  /** It has said something that is no reasoning. */
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
      if (chunk.error) throw faultOfFrame(chunk.error, api_key)
      if (saysSomething(chunk)) empty = false
      if (chunk.reasoning) yield { type: 'reasoning', delta: chunk.reasoning }
      yield* split(splitter.push(chunk.text))
      if (chunk.calls.length > 0) isAnswered = true
      for (const delta of chunk.calls) calls.add(delta)
      finish = chunk.finish ?? finish
      usage = chunk.usage ?? usage
    },
    finished: () => finish !== null,
    /** What was held back as the beginning of a tag was text after all; where the stream broke nobody knows. */
    *end(): Generator<ModelPart> {
      yield* split(splitter.flush())
      const fault = faultAtEnd(finish ?? '', { empty, isAnswered })
      if (usage && !(empty && fault)) yield { type: 'usage', ...usage }
      if (fault) throw fault
      if (CUT.has(finish ?? '')) yield { type: 'cut' }
      for (const call of calls.finish()) yield { type: 'call', call }
    },
  }
}

function faultAtEnd(
  finish: string,
  { empty, isAnswered }: { empty: boolean; isAnswered: boolean },
): ModelFault | null {
  if (FILTERED.has(finish)) return filteredFault(finish)
  if (empty) return malformedFault('the model said nothing')
  return isAnswered ? null : unansweredFault(CUT.has(finish))
}

/** Sends the request; again without each parameter that the endpoint says it does not know, or with what it misses. */
async function ask(model: Model, request: ModelRequest, signal: AbortSignal): Promise<Response> {
  const { place, refused, habits } = model
  for (;;) {
    const body = bodyOf(place.model, request, { refused, ...habits })
    try {
      return await post(place, '/chat/completions', body, signal)
    } catch (error) {
      if (!(error instanceof ModelFault) || !learn(model, error, { request, body })) throw error
    }
  }
}

/** Takes from a refusal what the endpoint wants otherwise; false where it does not say. */
function learn(
  { refused, habits }: Model,
  fault: ModelFault,
  { request, body }: { request: ModelRequest; body: object },
): boolean {
  if (!habits.wantsReasoning && missesReasoning(fault, request)) {
    habits.wantsReasoning = true
    return true
  }
  const name = refusedParameter(fault, body)
  if (name) refused.add(name)
  return name !== null
}

/** The chunks of an answer up to its end. @throws ModelFault where the stream ended before the model had finished. */
async function* chunks(response: Response): AsyncGenerator<Chunk> {
  const type = response.headers.get('content-type') ?? ''
  if (/html/i.test(type)) throw malformedFault('the address answers with a web page')
  if (/json/i.test(type) && !/event-stream|ndjson/i.test(type)) {
    yield chunkOf(await readJson(response, MOST_JSON))
    return
  }
  let finished = false
  for await (const data of eventData(bytesOf(response))) {
    if (data === '[DONE]') return
    for (const chunk of chunksOf(data)) {
      finished ||= chunk.finish !== null
      yield chunk
    }
  }
  if (!finished) throw cutFault()
}

async function* bytesOf(response: Response): AsyncGenerator<Uint8Array> {
  if (response.body) yield* response.body
}
