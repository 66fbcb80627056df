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

type Fields = Record<string, unknown>

/**
 * Reads the frames of one event. Nearly always one JSON object; endpoints that leave out the empty line between
 * events send several, a line each.
 *
 * @throws ModelFault where it is no JSON.
 */
export function chunksOf(data: string): Chunk[] {
  const whole = parsed(data)
  if (whole) return [chunkOf(whole)]
  const lines = data.split('\n').filter((line) => line !== '[DONE]')
  return lines.map((line) => {
    const fields = parsed(line)
    if (!fields) throw malformedFault(data.slice(0, 200))
    return chunkOf(fields)
  })
}

/** Reads a chunk of a stream, or a whole completion of an endpoint that does not stream. */
export function chunkOf(fields: Fields): Chunk {
  const choice = objectOf(listOf(stripNul(fields.choices))[0])
  const delta = objectOf(choice.delta ?? choice.message)
  return {
    text: textOf(delta.content),
    reasoning: textOf(delta.reasoning_content) || textOf(delta.reasoning),
    calls: listOf(delta.tool_calls).map((call) => callOf(objectOf(call))),
    finish: typeof choice.finish_reason === 'string' ? choice.finish_reason : null,
    usage: usageOf(fields.usage),
    error: fields.error ? errorOf(fields.error) : null,
  }
}

function callOf(call: Fields): CallDelta {
  const { name, arguments: args } = objectOf(call.function)
  return {
    index: typeof call.index === 'number' ? call.index : null,
    id: textOf(call.id),
    name: textOf(name),
    args: typeof args === 'object' && args ? JSON.stringify(args) : textOf(args),
  }
}

function usageOf(usage: unknown): Chunk['usage'] {
  if (typeof usage !== 'object' || usage === null) return null
  const { prompt_tokens, completion_tokens } = usage as Fields
  return { prompt_tokens: countOf(prompt_tokens), completion_tokens: countOf(completion_tokens) }
}

const countOf = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null

const errorOf = (error: unknown) => (typeof error === 'object' && error ? error : { message: String(error) })

/** Text, or the texts of the typed parts that some endpoints send instead. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return listOf(value)
    .map((part) => objectOf(part).text)
    .filter((text) => typeof text === 'string')
    .join('')
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** An object's fields; none where it is something else. */
const objectOf = (value: unknown): Fields =>
  // Whatever is no object has none of the fields that are looked for.
  typeof value === 'object' && value !== null ? (value as Fields) : {}

function parsed(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? objectOf(value) : null
  } catch {
    // The caller says what to make of it.
    return null
  }
}
