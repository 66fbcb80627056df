import { stripNul } from '../../foundation/check-input.ts'
import { malformedFault } from './fault.ts'
import type { ModelCall } from './port.ts'

/** The content of one frame of a stream; fields that an endpoint omits are empty. */
export interface Chunk {
  text: string
  reasoning: string
  calls: CallDelta[]
  /** The `finish_reason`; null until the model has finished. */
  finish: string | null
  usage: { prompt_tokens: number | null; completion_tokens: number | null } | null
  /** The endpoint's own error, sent as a frame. */
  error: object | null
}

/** A piece of a tool call. */
export interface CallDelta {
  /** The number of its call; null when the endpoint sends none. */
  index: number | null
  id: string
  name: string
  args: string
}

/** Longest part of a malformed frame in the fault's detail. */
const MAX_DETAIL_CHARS = 200

type JsonFields = Record<string, unknown>

/**
 * Reads the frames of one event: nearly always one JSON object; endpoints that omit the blank line between events send
 * several, one per line.
 *
 * @throws ModelFault when it is not JSON.
 */
export function parseChunks(data: string): Chunk[] {
  const whole = parseFields(data)
  if (whole) return [toChunk(whole)]
  const lines = data.split('\n').filter((line) => line !== '[DONE]')
  return lines.map((line) => {
    const fields = parseFields(line)
    if (!fields) throw malformedFault(data.slice(0, MAX_DETAIL_CHARS))
    return toChunk(fields)
  })
}

/** Reads a chunk of a stream, or a whole completion of an endpoint that does not stream. */
export function toChunk(fields: JsonFields): Chunk {
  const choice = toFields(toList(stripNul(fields.choices))[0])
  const delta = toFields(choice.delta ?? choice.message)
  return {
    text: toText(delta.content),
    reasoning: toText(delta.reasoning_content) || toText(delta.reasoning),
    calls: toList(delta.tool_calls).map((call) => toCallDelta(toFields(call))),
    finish: typeof choice.finish_reason === 'string' ? choice.finish_reason : null,
    usage: toUsage(fields.usage),
    error: fields.error ? toError(fields.error) : null,
  }
}

/** Converts a piece of a tool call; arguments that come as an object become JSON. */
function toCallDelta(call: JsonFields): CallDelta {
  const { name, arguments: args } = toFields(call.function)
  return {
    index: typeof call.index === 'number' ? call.index : null,
    id: toText(call.id),
    name: toText(name),
    args: typeof args === 'object' && args ? JSON.stringify(args) : toText(args),
  }
}

function toUsage(usage: unknown): Chunk['usage'] {
  if (typeof usage !== 'object' || usage === null) return null
  const { prompt_tokens, completion_tokens } = usage as JsonFields
  return { prompt_tokens: toCount(prompt_tokens), completion_tokens: toCount(completion_tokens) }
}

const toCount = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null

const toError = (error: unknown) => (typeof error === 'object' && error ? error : { message: String(error) })

/** Returns a text, or joins the texts of the typed parts that some endpoints send instead. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return toList(value)
    .map((part) => toFields(part).text)
    .filter((text) => typeof text === 'string')
    .join('')
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns the fields of an object, or none for any other value. */
const toFields = (value: unknown): JsonFields =>
  // Any object may be read as fields; the values are checked where they are used.
  typeof value === 'object' && value !== null ? (value as JsonFields) : {}

/** Returns the fields of a JSON object; null for any other text. */
function parseFields(text: string): JsonFields | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? toFields(value) : null
  } catch {
    // The caller decides what to do.
    return null
  }
}

/** Assembles tool calls from the pieces of a stream. */
export function createCallAssembler() {
  const calls: ModelCall[] = []
  /** The call that pieces with an index continue. */
  const numbered = new Map<number, ModelCall>()

  /** Returns the call that a piece continues. Pieces without an index continue the last call, until one has an id. */
  function continuedCall({ index, id }: CallDelta): ModelCall | undefined {
    if (index !== null) return numbered.get(index)
    return id ? undefined : calls.at(-1)
  }

  /** Returns the call that a piece belongs to, beginning one when needed. */
  function callOf(delta: CallDelta): ModelCall {
    const call = continuedCall(delta)
    // Some endpoints give every call the index 0 and distinguish them by id.
    const beginsAnother = delta.id && delta.name && call?.call_id && call.call_id !== delta.id
    if (call && !beginsAnother) return call
    const next = { call_id: '', name: '', args: '' }
    calls.push(next)
    return next
  }

  return {
    add(delta: CallDelta): void {
      const call = callOf(delta)
      if (delta.index !== null) numbered.set(delta.index, call)
      call.call_id ||= delta.id
      call.name ||= delta.name
      call.args += delta.args
    },
    /** Returns the calls in the order they began. Calls without a name are dropped; those without an id get one. */
    finish: (): ModelCall[] =>
      calls
        .map((call, at) => ({ ...call, call_id: call.call_id || `call_${at + 1}`, args: call.args || '{}' }))
        .filter((call) => call.name),
  }
}
