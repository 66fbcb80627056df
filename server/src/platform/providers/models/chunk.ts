import { stripNul } from '../../foundation/check-input.ts'
import { malformedFault } from './fault.ts'

/** What one frame of a stream says; what an endpoint leaves out is empty here. */
export interface Chunk {
  text: string
  reasoning: string
  calls: CallDelta[]
  finish: string | null
  usage: { prompt_tokens: number | null; completion_tokens: number | null } | null
  /** The endpoint's own error, sent as a frame. */
  error: object | null
}

/** A piece of a call for a tool. */
export interface CallDelta {
  index: number | null
  id: string
  name: string
  args: string
}

type JsonFields = Record<string, unknown>

/**
 * Reads the frames of one event. Nearly always one JSON object; endpoints that leave out the empty line between
 * events send several, a line each.
 *
 * @throws ModelFault where it is no JSON.
 */
export function parseChunks(data: string): Chunk[] {
  const whole = parseFields(data)
  if (whole) return [toChunk(whole)]
  const lines = data.split('\n').filter((line) => line !== '[DONE]')
  return lines.map((line) => {
    const fields = parseFields(line)
    if (!fields) throw malformedFault(data.slice(0, 200))
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

/** Text, or the texts of the typed parts that some endpoints send instead. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return toList(value)
    .map((part) => toFields(part).text)
    .filter((text) => typeof text === 'string')
    .join('')
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** An object's fields; none where it is something else. */
const toFields = (value: unknown): JsonFields =>
  // Whatever is no object has none of the fields that are looked for.
  typeof value === 'object' && value !== null ? (value as JsonFields) : {}

function parseFields(text: string): JsonFields | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? toFields(value) : null
  } catch {
    // The caller says what to make of it.
    return null
  }
}
