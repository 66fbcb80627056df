/** A step of a scripted stream. */
type StreamStep =
  /** A chunk of the protocol. */
  | { chunk: object }
  /** Raw bytes. */
  | { raw: string }
  | { malformed: true }
  /** Continues when the promise of the test resolves. */
  | { until: Promise<unknown> }
  /** Sends nothing more and stays connected. */
  | { hang: true }
  /** Closes the connection in the middle of a frame. */
  | { cut: true }

/** A reply of the scripted model. */
export interface ScriptedReply {
  status?: number
  headers?: Record<string, string>
  /** Sent at once, instead of a stream. */
  json?: unknown
  steps?: StreamStep[]
  /** Not even headers are sent. */
  silent?: true
  /** Frames end in CRLF. */
  crlf?: boolean
  /** Bytes per write: 1 splits every multi-byte character. */
  piece_bytes?: number
}

interface SayOptions extends Pick<ScriptedReply, 'crlf' | 'piece_bytes'> {
  /** Sent as `reasoning_content` before the text. */
  reasoning?: string | string[]
  finish?: string
  /** Sent as the last chunk; null for an endpoint that does not count. */
  usage?: { prompt_tokens: number; completion_tokens: number } | null
  /** The stream waits for it after the first delta. */
  until?: Promise<unknown>
}

const DEFAULT_USAGE = { prompt_tokens: 12, completion_tokens: 34 }

const deltaStep = (fields: object): StreamStep => ({ chunk: { choices: [{ index: 0, delta: fields }] } })
const finishStep = (finish_reason: string): StreamStep => ({
  chunk: { choices: [{ index: 0, delta: {}, finish_reason }] },
})
const deltaSteps = (text: string | string[]) => [text].flat().map((content) => deltaStep({ content }))

function endSteps({ finish = 'stop', usage = DEFAULT_USAGE }: SayOptions): StreamStep[] {
  return [
    finishStep(finish),
    ...(usage ? [{ chunk: { choices: [], usage } }] : []),
    { raw: 'data: [DONE]\n\n' },
  ]
}

/**
 * Returns a complete answer in one or several deltas: `say(['第一', '句。'])`. Leak reasoning with
 * `say('<think>…</think>…')`.
 */
export function say(text: string | string[], options: SayOptions = {}): ScriptedReply {
  const { reasoning = [], until, crlf, piece_bytes } = options
  const thoughts = [reasoning].flat().map((reasoning_content) => deltaStep({ reasoning_content }))
  const [first, ...rest] = deltaSteps(text)
  const waiting = until ? [{ until }] : []
  const steps = [
    deltaStep({ role: 'assistant', content: '' }),
    ...thoughts,
    ...(first ? [first] : []),
    ...waiting,
    ...rest,
    ...endSteps(options),
  ]
  return { steps, ...(crlf ? { crlf } : {}), ...(piece_bytes ? { piece_bytes } : {}) }
}

/** Sends the text, then nothing more, and stays connected; without text it hangs before the first token. */
export const hang = (text: string | string[] = []): ScriptedReply => ({
  steps: [...deltaSteps(text), { hang: true }],
})

/** Accepts the request and never answers. */
export const silent = (): ScriptedReply => ({ silent: true })

/** Sends the text, then closes the connection in the middle of a frame. */
export const cut = (text: string | string[] = []): ScriptedReply => ({
  steps: [...deltaSteps(text), { cut: true }],
})

/** Sends the text, then a frame that is not JSON. */
export const malformed = (text: string | string[] = []): ScriptedReply => ({
  steps: [...deltaSteps(text), { malformed: true }],
})

/** Sends the text, then an error as a frame of the stream. */
export const failing = (text: string | string[], error: object): ScriptedReply => ({
  steps: [...deltaSteps(text), { chunk: { error } }],
})

/** Sends the text and ends without a finish reason, like a proxy that closes the stream regularly. */
export const unfinished = (text: string | string[]): ScriptedReply => ({ steps: deltaSteps(text) })

/**
 * Rejects the request with a status such as 401, 429 (with `retry_after` seconds) or 500, and the protocol's error
 * object.
 */
export function refuse(status: number, error: object = {}, retry_after?: number): ScriptedReply {
  const headers = retry_after === undefined ? {} : { 'retry-after': String(retry_after) }
  return { status, json: { error: { message: `scripted ${status}`, ...error } }, headers }
}

/** Calls a tool, with the arguments in pieces as models send them. */
export function callTool(name: string, args: unknown, text: string | string[] = []): ScriptedReply {
  const json = JSON.stringify(args)
  const half = Math.ceil(json.length / 2)
  const piece = (fields: object): StreamStep => deltaStep({ tool_calls: [{ index: 0, ...fields }] })
  const steps = [
    ...deltaSteps(text),
    piece({ id: 'call_1', type: 'function', function: { name, arguments: '' } }),
    piece({ function: { arguments: json.slice(0, half) } }),
    piece({ function: { arguments: json.slice(half) } }),
    ...endSteps({ finish: 'tool_calls' }),
  ]
  return { steps }
}

/** Sends each word when its gate opens, then ends regularly. */
export function sayGated(words: readonly string[], gates: readonly Promise<unknown>[]): ScriptedReply {
  const steps = words.flatMap((content, at): StreamStep[] => [
    { until: Promise.resolve(gates[at]) },
    deltaStep({ content }),
  ])
  return { steps: [...steps, ...endSteps({})] }
}
