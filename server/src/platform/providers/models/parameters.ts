import type { ReplyFormat } from './endpoint-profiles.ts'
import type { ModelFault } from './fault.ts'
import type { ModelMessage, ModelRequest } from './port.ts'

/** Parameters that some endpoints do not support, with the pattern of their error messages. */
const OPTIONAL_PARAMETERS = {
  response_format: /response_format|json_schema|structured.output/i,
  stream_options: /stream_options|include_usage/i,
  tools: /tool|function/i,
  max_tokens: /max_tokens|max_completion_tokens/i,
  temperature: /temperature/i,
} as const

/** The name of an optional parameter: a common one, or a field of the endpoint's profile. */
export type OptionalParameter = string

/** Statuses with which endpoints reject a parameter. */
const REFUSAL_STATUSES = new Set([400, 404, 422, 501])

/** Statuses of a request that is wrong in itself. */
const BAD_REQUEST_STATUSES = new Set([400, 422])

/** Matches a refusal that demands the reasoning of an earlier turn, as in "reasoning_content is missing". */
const ABOUT_REASONING = /reasoning|thinking/i

/**
 * Returns the parameter that a refusal is about, or null. A refusal that names no parameter is taken for one of
 * `response_format`, which fewer endpoints support than any other.
 *
 * @param body the refused request.
 * @param profile_fields the fields of the endpoint's profile.
 */
export function refusedParameter(
  fault: ModelFault,
  body: object,
  profile_fields: readonly string[],
): OptionalParameter | null {
  if (fault.code !== 'provider_error' || !REFUSAL_STATUSES.has(fault.status ?? 0)) return null
  const detail = fault.detail ?? ''
  const named = profile_fields.find((name) => name in body && detail.includes(name))
  if (named) return named
  const common = Object.entries(OPTIONAL_PARAMETERS)
  const found = common.find(([name, pattern]) => name in body && pattern.test(detail))?.[0]
  if (found) return found
  return BAD_REQUEST_STATUSES.has(fault.status ?? 0) && 'response_format' in body ? 'response_format' : null
}

/** Returns whether a refusal demands the reasoning that led to tool calls, which some endpoints require with them. */
export const requiresReasoning = (
  { code, status, detail }: ModelFault,
  { messages }: ModelRequest,
): boolean =>
  code === 'provider_error' &&
  REFUSAL_STATUSES.has(status ?? 0) &&
  messages.some(({ calls = [] }) => calls.length > 0) &&
  ABOUT_REASONING.test(detail ?? '')

/** What an endpoint is known to reject and to require. */
interface EndpointHabits {
  refused: ReadonlySet<OptionalParameter>
  /** Whether tool calls have to be sent with the reasoning that led to them. */
  needsReasoning: boolean
  /** Fields that switch reasoning off. */
  withoutThinking: Record<string, unknown>
  replyFormat: ReplyFormat
}

/** Builds the request of the protocol without the parameters that the endpoint is known to reject. */
export function requestBody(
  model: string,
  request: ModelRequest,
  { refused, needsReasoning, withoutThinking, replyFormat }: EndpointHabits,
) {
  const { messages, tools = [], temperature, max_tokens, reply_schema, without_thinking = false } = request
  const optional = {
    stream_options: { include_usage: true },
    ...(tools.length > 0 ? { tools: tools.map(toWireTool) } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(max_tokens === undefined ? {} : { max_tokens }),
    ...(reply_schema === undefined ? {} : toResponseFormat(replyFormat, reply_schema)),
    ...(without_thinking ? withoutThinking : {}),
  }
  const accepted = Object.entries(optional).filter(([name]) => !refused.has(name))
  // Newer OpenAI models know the limit only by its other name.
  const usesOtherName = max_tokens !== undefined && refused.has('max_tokens')
  const limit = usesOtherName ? { max_completion_tokens: max_tokens } : {}
  return {
    model,
    messages: messages.map((message) => toWireMessage(message, needsReasoning)),
    stream: true,
    ...Object.fromEntries(accepted),
    ...limit,
  }
}

function toResponseFormat(type: ReplyFormat, schema: object): { response_format?: object } {
  if (type === 'none') return {}
  const json_schema = { name: 'reply', strict: true, schema }
  return { response_format: type === 'json_schema' ? { type, json_schema } : { type } }
}

const toWireTool = (tool: object) => ({ type: 'function', function: tool })

/** Converts a message; `withReasoning` sends the reasoning before tool calls back, which some models require. */
function toWireMessage(
  { role, content, call_id, calls = [], reasoning = '' }: ModelMessage,
  withReasoning: boolean,
) {
  if (role === 'tool') return { role, content, tool_call_id: call_id }
  if (calls.length === 0) return { role, content }
  const tool_calls = calls.map(({ call_id, name, args }) => ({
    id: call_id,
    type: 'function',
    function: { name, arguments: args },
  }))
  const thoughts = withReasoning ? { reasoning_content: reasoning } : {}
  return { role, content: content || null, ...thoughts, tool_calls }
}
