import { visible } from '../language/text/clean.ts'
import { McpFault } from '../platform/providers/mcp/port.ts'
import type { ModelCall, ModelMessage } from '../platform/providers/models/port.ts'
import { escapeData } from './prompt.ts'
import type { AnswerPart, AnswerTask, AnswerTool } from './task.ts'

const TOOL_MS = 60_000
const MOST_BYTES = 1_000_000
/** What is shown of a result. */
const SHOWN = 4_000
/** And of a failure. */
const FAULT_SHOWN = 500

export interface ToolUse {
  tools: AnswerTool[]
  approve: AnswerTask['approve']
  nonce: string
  /** Characters of a result that the model is given. */
  most: number
}

/** Does what a model asked for, one call after the other, and answers what each came to. */
export async function* useTools(
  calls: ModelCall[],
  use: ToolUse,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart, ModelMessage[]> {
  const messages: ModelMessage[] = []
  for (const call of calls) messages.push(yield* useTool(call, use, signal))
  return messages
}

async function* useTool(
  call: ModelCall,
  use: ToolUse,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart, ModelMessage> {
  const { call_id, name } = call
  const failed = (said: string): AnswerPart => ({
    event: 'tool',
    data: { call_id, name, state: 'failed', result: said },
  })
  const tool = use.tools.find((each) => each.name === name)
  const args = parse(call.args)
  if (!tool || args === undefined) {
    const said = tool ? '参数不是有效的 JSON，没有执行' : '没有这个工具'
    yield failed(said)
    return answerOf(call_id, said)
  }
  yield { event: 'tool', data: { call_id, name, state: tool.writes ? 'approval' : 'start', args } }
  if (tool.writes && !(await isApproved(call, use))) {
    signal.throwIfAborted()
    yield failed('未获批准，没有执行')
    return answerOf(call_id, 'The person did not approve this call; it was not made.')
  }
  if (tool.writes) yield { event: 'tool', data: { call_id, name, state: 'start', args } }
  try {
    // Parsed anew: nobody who saw the arguments before can have changed what runs.
    const result = cutBytes(await runWithin(tool, parse(call.args), signal))
    yield { event: 'tool', data: { call_id, name, state: 'done', result: result.slice(0, SHOWN) } }
    return answerOf(call_id, asData(result.slice(0, use.most), use.nonce))
  } catch (error) {
    signal.throwIfAborted()
    const said = sayingOf(error)
    yield failed(said)
    return answerOf(call_id, `The tool failed:\n${asData(said, use.nonce)}`)
  }
}

/** What a server says is data for the model, also where it says why it failed. */
const asData = (text: string, nonce: string) =>
  `<result-${nonce}>\n${escapeData(text, nonce)}\n</result-${nonce}>`

/** Why a tool failed, as far as a person may know: what its server says, in short; of ourselves nothing. */
function sayingOf(error: unknown): string {
  if (error instanceof ToolTimeout) return '超过 60 秒没有结果，已停止'
  return error instanceof McpFault ? `执行失败：${visible(error.message).slice(0, FAULT_SHOWN)}` : '执行失败'
}

const answerOf = (call_id: string, content: string): ModelMessage => ({ role: 'tool', call_id, content })

function parse(args: string): unknown {
  try {
    return JSON.parse(args === '' ? '{}' : args)
  } catch {
    return undefined
  }
}

/** With the arguments as they will run. A failure to ask means no. */
async function isApproved({ call_id, name, args }: ModelCall, { approve }: ToolUse): Promise<boolean> {
  try {
    return (await approve({ call_id, name, args: parse(args) })) === true
  } catch {
    return false
  }
}

class ToolTimeout extends Error {}

/** A tool that ignores its signal is left behind. */
async function runWithin(tool: AnswerTool, args: unknown, signal: AbortSignal): Promise<string> {
  const own = new AbortController()
  let stop = () => {}
  const ended = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new ToolTimeout()), TOOL_MS)
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    stop = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  })
  try {
    return await Promise.race([tool.run(args, AbortSignal.any([signal, own.signal])), ended])
  } finally {
    stop()
    own.abort()
  }
}

function cutBytes(text: string): string {
  if (text.length * 3 <= MOST_BYTES || Buffer.byteLength(text) <= MOST_BYTES) return text
  return Buffer.from(text)
    .subarray(0, MOST_BYTES)
    .toString()
    .replace(/\ufffd$/, '')
}
