import { ANSWER_CUT } from '@scinav/contract'
import type { Concept } from '@scinav/search'
import { addUsage, type TokenUsage } from '../../models/prompts/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import type {
  ChatModel,
  ModelCall,
  ModelMessage,
  ModelRequest,
} from '../../platform/providers/models/port.ts'
import { AnswerFault } from '../../retrieval/index.ts'
import { statusPart } from '../task/notes.ts'
import type { AnswerPart, AnswerTask } from '../task/task.ts'
import { type CitationWriter, createCitationWriter } from './citation-writer.ts'
import type { EarlierEvidence } from './earlier-evidence.ts'
import { buildPrompt, type OfferedEvidence, type Prompt, type PromptOptions } from './prompt.ts'
import { PLAIN_REPLY, type ReplyReader } from './reply-reader.ts'
import { rewriteInRightLanguage } from './right-language.ts'
import { runTools, type ToolSession } from './run-tools.ts'
import { createTextWriter } from './text-writer.ts'

/** The material from which a model answers, and what one answer shares over its requests. */
export interface AnswerContext {
  evidence: OfferedEvidence[]
  earlier: EarlierEvidence
  options: PromptOptions
  concepts: Concept[]
  /** A random part of the delimiters in the prompt, so that no document can imitate them. */
  nonce: string
  log: Context['log']
  /** The tokens used before the answer; those of the answer are added. */
  usage: TokenUsage
  /** Takes requests to the application out of the reply; by default none are expected. */
  reply?: ReplyReader
}

/** The most turns in a row in which the model may call tools. */
const MAX_TOOL_STEPS = 8
const TEMPERATURE = 0.2
const TOO_MANY_STEPS_MESSAGE = `模型连续 ${MAX_TOOL_STEPS} 次要求调用工具，没有写出回答。请重试，或换一个模型、关掉工具后再问。`
/** The most characters of one tool result, as a factor of the context size in tokens. */
const TOOL_RESULT_SHARE = 0.5

/**
 * Streams the answer of a model: text with citation numbers, reasoning, and the tool calls in between.
 *
 * @throws ModelFault; AnswerFault `tool_failed` when it calls tools only. Parts yielded before stay valid.
 */
export async function* askModel(
  task: AnswerTask & { model: ChatModel },
  { evidence, earlier, options, concepts, nonce, log, usage, reply = PLAIN_REPLY }: AnswerContext,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  const { model, tools, approve } = task
  const has_tools = tools.length > 0
  const { context_tokens } = model
  const material = { evidence, concepts, earlier, options, nonce }
  const prompt = buildPrompt({ ...material, task, context_tokens, has_tools })
  yield* leftOutNotes(prompt)
  const writer = createWriter(task, prompt, concepts)
  const citing = withoutRequests(writer, reply)
  const session: ToolSession = {
    tools,
    approve,
    nonce,
    maxResultChars: Math.floor(context_tokens * TOOL_RESULT_SHARE),
  }
  const { messages } = prompt
  const turns = { model, citing, usage, session, flush: () => writer.push(reply.end()) }
  const text = yield* runTurns(messages, turns, signal)
  yield* citing.end()
  /** Has the model write once more, from a reminder after its answer. */
  const ask = (reminder: string) => {
    const added: ModelMessage[] = [
      { role: 'assistant', content: text },
      { role: 'user', content: reminder },
    ]
    reply.restart()
    const again = withoutRequests(createWriter(task, prompt, concepts), reply)
    const turn = { model, citing: again, usage }
    return writeWhole(modelRequest([...messages, ...added], []), turn, signal)
  }
  const written = { task, text, length: citing.length(), evidence: [...prompt.evidence.values()], log, ask }
  // A reply may be a request alone.
  if (citing.length() > 0) yield* rewriteInRightLanguage(written, signal)
  const markers = citing.unknownMarkerCount()
  if (markers > 0) log.warn({ markers }, 'an answer has markers that name no offered evidence')
  yield { event: 'usage', data: usage }
}

/** Returns a note for the reader when there was no room for some of the chosen papers. */
const leftOutNotes = ({ papers_left_out: count }: Prompt): AnswerPart[] =>
  count === 0 ? [] : [statusPart(`所选文献超出了模型一次能读的长度，其中 ${count} 篇没有用于这次回答`)]

/**
 * Wraps a writer so that it gets only the text for the reader, without the requests to the application
 * (`more:`, `next:`).
 */
const withoutRequests = (writer: CitationWriter, reply: ReplyReader): CitationWriter => ({
  ...writer,
  push: (delta) => writer.push(reply.push(delta)),
  end: () => [...writer.push(reply.end()), ...writer.end()],
  retract: (from) => {
    reply.restart()
    return writer.retract(from)
  },
})

const createWriter = (task: AnswerTask, { evidence }: Prompt, concepts: Concept[]): CitationWriter =>
  task.grounded ? createCitationWriter(evidence, concepts) : createTextWriter(task)

/**
 * Creates a function that makes call ids unique: endpoints may reuse ids in each turn, but an approval is for one call.
 */
function createIdMapper(): (id: string) => string {
  const taken = new Set<string>()
  return (id) => {
    let unique = id
    for (let count = 2; taken.has(unique); count += 1) unique = `${id}_${count}`
    taken.add(unique)
    return unique
  }
}

interface ToolTurns extends ModelTurn {
  session: ToolSession
  /** Writes the text that is held back because it may become a request. */
  flush: () => Iterable<AnswerPart>
}

/**
 * Has the model write, runs the tools that it calls, and repeats this until it calls none; the last turn is
 * offered no tools. Appends the turns with tools to `messages`, and returns the text of the last turn.
 */
async function* runTurns(
  messages: ModelMessage[],
  { session, flush, ...turn }: ToolTurns,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart, string> {
  const uniqueId = createIdMapper()
  for (let step = 1; ; step += 1) {
    const isLast = step === MAX_TOOL_STEPS
    const written = yield* runTurn(modelRequest(messages, isLast ? [] : session.tools), turn, signal)
    if (written.calls.length === 0) return written.text
    if (isLast) {
      if (written.text.trim() === '') throw new AnswerFault('tool_failed', TOO_MANY_STEPS_MESSAGE, true)
      return written.text
    }
    const calls = written.calls.map((call) => ({ ...call, call_id: uniqueId(call.call_id) }))
    messages.push({ role: 'assistant', content: written.text, calls, reasoning: written.reasoning })
    yield* flush()
    messages.push(...(yield* runTools(calls, session, signal)))
  }
}

interface ModelTurn {
  model: ChatModel
  /** Takes the text of the turn. */
  citing: CitationWriter
  /** Accumulated over the turns. */
  usage: TokenUsage
}

function modelRequest(messages: ModelMessage[], tools: AnswerTask['tools']): ModelRequest {
  const offered = tools.map(({ name, description, parameters }) => ({ name, description, parameters }))
  return {
    messages: [...messages],
    temperature: TEMPERATURE,
    ...(offered.length > 0 ? { tools: offered } : {}),
  }
}

/** The most text processed at once, in UTF-16 units. */
const MAX_DELTA_CHARS = 2_000

/** Passes a delta on in slices so that other work may run: endpoints without streaming send an answer as a whole. */
async function* pushInSlices(delta: string, citing: CitationWriter): AsyncGenerator<AnswerPart> {
  for (let at = 0; at < delta.length; at += MAX_DELTA_CHARS) {
    if (at > 0) await yieldToEventLoop()
    yield* citing.push(delta.slice(at, at + MAX_DELTA_CHARS))
  }
}

/** Has a model write without tools, to the end. */
async function* writeWhole(
  request: ModelRequest,
  turn: ModelTurn,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  yield* runTurn(request, turn, signal)
  yield* turn.citing.end()
}

/** Streams one turn of a model, and returns what it wrote and the tools that it calls. */
async function* runTurn(
  request: ModelRequest,
  { model, citing, usage }: ModelTurn,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart, { text: string; reasoning: string; calls: ModelCall[] }> {
  const turn = { text: '', reasoning: '', calls: [] as ModelCall[] }
  const from = citing.length()
  for await (const part of model.stream(request, signal)) {
    signal.throwIfAborted()
    if (part.type === 'text') {
      turn.text += part.delta
      yield* pushInSlices(part.delta, citing)
    } else if (part.type === 'reasoning') {
      turn.reasoning += part.delta
      yield { event: 'reasoning', data: { delta: part.delta } }
    } else if (part.type === 'text_was_reasoning') {
      // What was shown as text is taken back and shown as reasoning.
      yield* citing.retract(from)
      yield { event: 'reasoning', data: { delta: turn.text } }
      turn.reasoning += turn.text
      turn.text = ''
    } else if (part.type === 'call') turn.calls.push(part.call)
    else if (part.type === 'cut') yield { event: 'status', data: { text: ANSWER_CUT } }
    else addUsage(usage, part)
  }
  return turn
}
