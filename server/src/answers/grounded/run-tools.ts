import { escapeData, stripInvisible } from '../../language/text/clean.ts'
import { McpFault } from '../../platform/providers/mcp/port.ts'
import type { ModelCall, ModelMessage } from '../../platform/providers/models/port.ts'
import type { AnswerPart, AnswerTask, AnswerTool } from '../task/task.ts'

/** The longest run of one tool. */
const TOOL_TIMEOUT_MS = 60_000
/** The most of a result that is processed at all, in UTF-8. */
const MAX_RESULT_BYTES = 1_000_000
/** One UTF-16 unit takes at most 3 bytes of UTF-8, so the bytes of a short text need not be counted. */
const MAX_UTF8_BYTES_PER_UNIT = 3
/** The most of a result that is shown to the user, in UTF-16 units. */
const MAX_SHOWN_CHARS = 4_000
/** The most of a failure that is shown to the user, in UTF-16 units. */
const MAX_FAULT_CHARS = 500

/** The tools of an answer and what is needed to run them. */
export interface ToolSession {
  tools: AnswerTool[]
  approve: AnswerTask['approve']
  /** A random part of the delimiters around results, so that no result can imitate them. */
  nonce: string
  /** The most of a result that the model receives, in UTF-16 units. */
  maxResultChars: number
}

/**
 * Runs the tool calls of a model one after the other and returns a message for each with its result. A call that fails
 * or is not approved is answered by a message that says so; nothing is thrown but the signal's reason. For the user, it
 * yields the states of each call.
 */
export async function* runTools(
  calls: ModelCall[],
  session: ToolSession,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart, ModelMessage[]> {
  const messages: ModelMessage[] = []
  for (const call of calls) messages.push(yield* runTool(call, session, signal))
  return messages
}

/** Runs one call, after approval when the tool changes something, and returns the message with its result. */
async function* runTool(
  call: ModelCall,
  session: ToolSession,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart, ModelMessage> {
  const { call_id, name } = call
  const failed = (reason: string): AnswerPart => ({
    event: 'tool',
    data: { call_id, name, state: 'failed', result: reason },
  })
  const tool = session.tools.find((each) => each.name === name)
  const args = parseArguments(call.args)
  if (!tool || args === undefined) {
    // For the user and the model alike.
    const reason = tool ? '参数不是有效的 JSON，没有执行' : '没有这个工具'
    yield failed(reason)
    return toolMessage(call_id, reason)
  }
  yield { event: 'tool', data: { call_id, name, state: tool.writes ? 'approval' : 'start', args } }
  if (tool.writes && !(await isApproved(call, session))) {
    signal.throwIfAborted()
    yield failed('未获批准，没有执行')
    return toolMessage(call_id, 'The person did not approve this call; it was not made.')
  }
  if (tool.writes) yield { event: 'tool', data: { call_id, name, state: 'start', args } }
  try {
    // Parsed again, so that nothing that saw the arguments before can have changed what runs.
    const result = truncateToBytes(await runToolWithTimeout(tool, parseArguments(call.args), signal))
    yield { event: 'tool', data: { call_id, name, state: 'done', result: result.slice(0, MAX_SHOWN_CHARS) } }
    return toolMessage(call_id, wrapToolResult(result.slice(0, session.maxResultChars), session.nonce))
  } catch (error) {
    signal.throwIfAborted()
    const reason = toolFaultText(error)
    yield failed(reason)
    return toolMessage(call_id, `The tool failed:\n${wrapToolResult(reason, session.nonce)}`)
  }
}

/** Wraps a result or an error message of a server as data for the model. */
const wrapToolResult = (text: string, nonce: string) =>
  `<result-${nonce}>\n${escapeData(text, nonce)}\n</result-${nonce}>`

/** Returns the reason of a failure for the user: the server's message, shortened, but no internal errors. */
function toolFaultText(error: unknown): string {
  if (error instanceof ToolTimeout) return `超过 ${TOOL_TIMEOUT_MS / 1_000} 秒没有结果，已停止`
  return error instanceof McpFault
    ? `执行失败：${stripInvisible(error.message).slice(0, MAX_FAULT_CHARS)}`
    : '执行失败'
}

const toolMessage = (call_id: string, content: string): ModelMessage => ({ role: 'tool', call_id, content })

/** Parses the arguments of a call, which are `{}` when empty; undefined when they are no JSON. */
function parseArguments(args: string): unknown {
  try {
    return JSON.parse(args === '' ? '{}' : args)
  } catch {
    return undefined
  }
}

/** Asks for approval with the arguments exactly as they will run; an error counts as a refusal. */
async function isApproved({ call_id, name, args }: ModelCall, { approve }: ToolSession): Promise<boolean> {
  try {
    return (await approve({ call_id, name, args: parseArguments(args) })) === true
  } catch {
    return false
  }
}

/** Thrown when a tool has run for `TOOL_TIMEOUT_MS`. */
class ToolTimeout extends Error {}

/** Runs a tool with a time limit; a tool that ignores its signal is abandoned. */
async function runToolWithTimeout(tool: AnswerTool, args: unknown, signal: AbortSignal): Promise<string> {
  // The answer may have been stopped while a person was asked for approval.
  signal.throwIfAborted()
  const abandoned = new AbortController()
  let removeListeners = () => {}
  const stopped = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new ToolTimeout()), TOOL_TIMEOUT_MS)
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    removeListeners = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  })
  try {
    return await Promise.race([tool.run(args, AbortSignal.any([signal, abandoned.signal])), stopped])
  } finally {
    removeListeners()
    abandoned.abort()
  }
}

/** Cuts a text to `MAX_RESULT_BYTES`, without the replacement character where a character is cut. */
function truncateToBytes(text: string): string {
  if (
    text.length * MAX_UTF8_BYTES_PER_UNIT <= MAX_RESULT_BYTES ||
    Buffer.byteLength(text) <= MAX_RESULT_BYTES
  )
    return text
  return Buffer.from(text)
    .subarray(0, MAX_RESULT_BYTES)
    .toString()
    .replace(/\ufffd$/, '')
}
