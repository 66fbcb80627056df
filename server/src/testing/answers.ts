import type { Work } from '@scinav/contract'
import { type AnswerPart, type AnswerTask, answer } from '../answers/index.ts'
import type { Context } from '../platform/context/context.ts'
import { realClock } from '../platform/providers/engines/clock.ts'
import type { OutsideEngine } from '../platform/providers/engines/port.ts'
import type { ChatModel, ModelPart, ModelRequest } from '../platform/providers/models/port.ts'
import { addPapers } from './papers.ts'
import { defaultHelperReply, type HelperTask, helperTask } from './scripted-helpers.ts'
import { type TestApp, testApp } from './test-app.ts'

const SAMPLE_PAPERS: Partial<Work>[] = [
  {
    title: 'Neural machine translation for low-resource languages',
    title_zh: '面向低资源语言的神经机器翻译',
    abstract:
      'Parallel data is scarce for most languages. We transfer a neural machine translation model from a related language. Transfer improves BLEU by 4.2 points on five low-resource languages. Code is available.',
    abstract_zh:
      '多数语言缺少平行语料。本文把神经机器翻译模型由亲属语言迁移到低资源语言。迁移学习使BLEU值提高4.2。',
    keywords: ['低资源语言', '迁移学习', 'low-resource languages', 'transfer learning'],
    publish_date: '2021',
    language: 'en',
  },
  {
    title: '钙钛矿太阳能电池的稳定性',
    abstract_zh:
      '钙钛矿太阳能电池的效率已超过25%。湿度是影响钙钛矿太阳能电池稳定性的主要因素。本文用界面钝化使寿命延长到1000小时。',
    keywords: ['钙钛矿', '稳定性'],
    publish_date: '2023-05',
    language: 'zh',
  },
  {
    title: 'Stability of perovskite solar cells under heat',
    abstract:
      'Perovskite solar cells degrade at 85 °C. A two-dimensional capping layer prevents the loss of iodine. Heat stability rises threefold.',
    keywords: ['perovskite', 'heat stability'],
    publish_date: '2022',
    language: 'en',
  },
  {
    title: 'A history of tea houses',
    abstract: 'Tea houses shaped urban life in Chengdu.',
    publish_date: '2001',
  },
]

/** Creates a library with papers and a user who can ask questions. */
export async function answerScene(works: Partial<Work>[] = SAMPLE_PAPERS, engines: OutsideEngine[] = []) {
  const app = await testApp({
    providers: () => ({ engines: { all: engines, off: false, limit_ms: 5_000, clock: realClock } }),
  })
  const person = await app.signUp('Lin')
  const ids = await addPapers(app.base, works)
  return { app, person, ids, ctx: createContext(app, person.id) }
}

/** Creates the context that a request of this user would have. */
export function createContext({ base }: TestApp, id: string): Context {
  return {
    ...base,
    actor: { id, is_admin: false, organization: null, session_id: 's' },
    client: { ip: '127.0.0.1', network: '127.0.0.1', user_agent: '', is_local: true },
    cookie: { set: () => {}, clear: () => {} },
    stream: { after: 0, signal: new AbortController().signal },
  }
}

/** The scope of the whole library, without datasets or external engines. */
export const NO_SCOPE = { paper_ids: [], dataset_id: null, document_ids: [], engines: [] }

/** Creates the task of an answer with default settings. */
export function createAnswerTask(question: string, more: Partial<AnswerTask> = {}): AnswerTask {
  return {
    question,
    history: [],
    instructions: '',
    grounded: true,
    scope: NO_SCOPE,
    general_knowledge: false,
    model: null,
    embedding: null,
    rerank: null,
    tools: [],
    approve: async () => false,
    ...more,
  }
}

/** Answers a task to the end; returns all parts, those of one event by `of`, the text and the citations. */
export async function collectAnswer(ctx: Context, task: AnswerTask, signal = new AbortController().signal) {
  const parts: AnswerPart[] = []
  for await (const part of answer(ctx, task, signal)) parts.push(part)
  const of = <Event extends AnswerPart['event']>(event: Event) =>
    parts.flatMap((part) =>
      part.event === event ? [part.data as Extract<AnswerPart, { event: Event }>['data']] : [],
    )
  return {
    parts,
    of,
    text: of('delta')
      .map(({ text }) => text)
      .join(''),
    citations: of('citation'),
  }
}

/**
 * Creates a model that answers every request with the given parts and records the requests. Helper tasks of an answer
 * (plan, judge, revise) are answered by `help`, by default without any effect.
 */
export function scriptedChatModel(turns: ModelPart[][], context_tokens = 32_000, help: HelperReplies = {}) {
  const requests: ModelRequest[] = []
  const helped: { task: HelperTask; request: ModelRequest }[] = []
  const model: ChatModel = {
    id: 'said',
    name: 'said',
    external: false,
    context_tokens,
    async *stream(request, signal) {
      const task = helperTask(request.messages)
      if (task) {
        helped.push({ task, request: structuredClone(request) })
        const reply = await (help[task]?.(request, signal) ?? defaultHelperReply(task, request.messages))
        return yield textPart(reply)
      }
      requests.push(structuredClone(request))
      yield* turns[Math.min(requests.length, turns.length) - 1] ?? []
    },
  }
  return { model, requests, helped }
}

/** Replies of a model to helper tasks. */
export type HelperReplies = Partial<
  Record<HelperTask, (request: ModelRequest, signal: AbortSignal) => string | Promise<string>>
>

/** Waits until the signal is aborted, like a model that never answers. */
export const waitForAbort = (signal: AbortSignal): Promise<string> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** Returns a part of a model's text. */
export const textPart = (delta: string): ModelPart => ({ type: 'text', delta })
