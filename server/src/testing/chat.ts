import type { AddressInfo } from 'node:net'
import { api, type InputOf } from '@scinav/contract'
import type { AnswerPart, AnswerTask } from '../answers/index.ts'
import { answerRunsOf } from '../chat/chats/answer-run.ts'
import type { BaseContext } from '../platform/context/context.ts'
import type { Person } from './cases/case.ts'
import { type TestApp, testApp } from './test-app.ts'

/** The application in which test chats are held. */
export const APPLICATION_ID = 'academic_qa'

/** A frame of a stream as a client receives it. */
export interface StreamFrame {
  id: number
  event: string
  // The data differs by event; tests know which event they read.
  data: Record<string, unknown>
}

/** Controls an answer step by step. */
export interface AnswerScript {
  say: (text: string) => void
  part: (part: AnswerPart) => void
  end: () => void
  fail: (error: unknown) => void
  /** The tasks and signals of the runs so far. */
  tasks: AnswerTask[]
  signals: AbortSignal[]
}

const deltaPart = (delta: string): AnswerPart => ({ event: 'delta', data: { text: delta } })

/** Makes answers consist of these words, each as a part of its own. */
export function answerWith(base: BaseContext, ...words: (string | AnswerPart)[]): void {
  answerRunsOf(base).answerer = async function* () {
    for (const word of words) yield typeof word === 'string' ? deltaPart(word) : word
  }
}

/** Makes answers follow a script that the test controls; a new run begins a new answer. */
export function answerByScript(base: BaseContext): AnswerScript {
  const tasks: AnswerTask[] = []
  const signals: AbortSignal[] = []
  let steps: (AnswerPart | { error: unknown } | 'end')[] = []
  let wake = () => {}
  const add = (step: (typeof steps)[number]) => {
    steps.push(step)
    wake()
  }
  answerRunsOf(base).answerer = async function* (_ctx, task, signal) {
    tasks.push(task)
    signals.push(signal)
    steps = []
    for (;;) {
      const step = steps.shift()
      if (!step)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      else if (step === 'end') return
      else if ('error' in step) throw step.error
      else yield step
    }
  }
  return {
    say: (delta) => add(deltaPart(delta)),
    part: add,
    end: () => add('end'),
    fail: (error) => add({ error }),
    tasks,
    signals,
  }
}

/** Opens a chat of the default application. */
export async function openChat(
  person: Pick<Person, 'call'>,
  application_id = APPLICATION_ID,
): Promise<string> {
  const { chat_id } = await person.call(api.chat.open, { application_id })
  return chat_id
}

/** Sends a message and reads the whole answer. */
export async function sendAndRead(
  person: Pick<Person, 'send'>,
  input: InputOf<typeof api.chat.send>,
): Promise<StreamFrame[]> {
  const response = await person.send(api.chat.send, input)
  if (response.statusCode !== 200) throw new Error(response.body)
  return parseFrames(response.body)
}

/** Returns a citation `[1]` whose source does not support the claim. */
export function unsupportedMark(start: number, n = 1): AnswerPart {
  const check = { method: 'quote' as const, located: true, missing: ['绿'] }
  const source = {
    passage_id: `s${n}`,
    paper_id: `p${n}`,
    document_id: null,
    title: `Paper ${n}`,
    page: null,
  }
  const data = {
    n,
    start,
    end: start + 3,
    ...source,
    boxes: [],
    quote: '蓝',
    support: 'unsupported' as const,
    check,
  }
  return { event: 'citation', data }
}

/** Returns the id of the record that a stream belongs to. */
export const recordIdOf = (frames: StreamFrame[]) => String(frames[0]?.data.chat_record_id)

/** Returns the text of an answer from its frames. */
export const answerTextOf = (frames: StreamFrame[]) =>
  frames.map(({ event, data }) => (event === 'delta' ? String(data.text) : '')).join('')

/** Parses the frames of a stream, without comments. */
export function parseFrames(body: string): StreamFrame[] {
  return body.split('\n\n').flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    const data = field('data')
    return data === undefined
      ? []
      : [{ id: Number(field('id')), event: field('event') ?? '', data: JSON.parse(data) }]
  })
}

/** Starts listening on a port, for streams that are read while they continue. */
export async function startListening({ app }: Pick<TestApp, 'app'>): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  // The address of a TCP server is an object.
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** A stream that is read piece by piece. */
export interface OpenStream {
  status: number
  frames: StreamFrame[]
  /**
   * Reads until a frame matches and returns it.
   *
   * @throws when the stream ends before.
   */
  until: (fits: (frame: StreamFrame) => boolean) => Promise<StreamFrame>
  /** Reads to the end. */
  rest: () => Promise<StreamFrame[]>
  leave: () => void
}

/** Opens a stream of a listening server, after an event if one is given. */
export async function openStream(
  url: string,
  { cookie, body, after, headers = {} }: { cookie: string; body?: object; after?: number; headers?: object },
): Promise<OpenStream> {
  const gone = new AbortController()
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    signal: gone.signal,
    headers: {
      cookie,
      'x-login-type': 'front',
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(after === undefined ? {} : { 'last-event-id': String(after) }),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const chunks = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  const frames: StreamFrame[] = []
  let waiting = ''
  const more = async () => {
    const { done, value = '' } = await chunks.read()
    const blocks = (waiting + value).split('\n\n')
    waiting = blocks.pop() ?? ''
    frames.push(...parseFrames(blocks.join('\n\n')))
    return !done
  }
  return {
    status: response.status,
    frames,
    async until(fits) {
      for (;;) {
        const found = frames.find(fits)
        if (found) return found
        if (!(await more())) throw new Error(`the stream ended: ${JSON.stringify(frames)}`)
      }
    },
    async rest() {
      while (await more());
      return frames
    },
    leave: () => gone.abort(),
  }
}

/** Returns the path of an answer's stream. */
export const streamPath = (chat_id: string, chat_record_id: string) =>
  `/api/application/${APPLICATION_ID}/chat/${chat_id}/chat_record/${chat_record_id}/stream`

/** The input that names this application. */
export const inApplication = { application_id: APPLICATION_ID }

/** Creates a user who receives the same answer to every question; `chatAbout` asks a question in a new chat. */
export async function chatsScene() {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  answerWith(app.base, '答案')
  const chatAbout = async (message: string) => {
    app.pass(60_000)
    const chat_id = await openChat(ada)
    const chat_record_id = recordIdOf(await sendAndRead(ada, { chat_id, message }))
    return { ...inApplication, chat_id, chat_record_id }
  }
  return { app, ada, chatAbout }
}
