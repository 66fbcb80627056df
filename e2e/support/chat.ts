import type { APIRequestContext, BrowserContext, Locator, Page, Request } from '@playwright/test'
import { startScriptedModel } from '../../server/src/testing/scripted-model-server.ts'
import { sayGated } from '../../server/src/testing/scripted-replies.ts'
import { test as base, expect } from './fixtures.ts'
import { register } from './people.ts'
import type { RunningServer } from './server.ts'

type ScriptedModel = Awaited<ReturnType<typeof startScriptedModel>>

/** Works on the text it is given, so that nothing is searched before the model is called. */
const WRITING_APPLICATION = 'polish_zh'

/** Sends calls as one user. */
export interface ApiCaller {
  get: <Data>(path: string) => Promise<Data>
  post: <Data>(path: string, data?: object) => Promise<Data>
  put: <Data>(path: string, data?: object) => Promise<Data>
}

interface WorkerFixtures {
  /** The server's chat model, whose replies the test scripts. */
  model: ScriptedModel
  /** Calls as the operator, who has added the model. */
  operator: ApiCaller
}

/** Tests of answers: the worker's server calls a scripted model over HTTP. */
export const test = base.extend<object, WorkerFixtures>({
  model: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const model = await startScriptedModel()
      await use(model)
      await model.close()
    },
    { scope: 'worker' },
  ],
  operator: [
    async ({ server, model, owner }, use) => {
      const operator = createCaller(owner, server.url)
      await addModel(operator, model)
      await use(operator)
    },
    { scope: 'worker' },
  ],
})

/** Registers the operator of a fresh server, who adds the model as the default one. */
export async function installModel(
  request: APIRequestContext,
  server: RunningServer,
  model: ScriptedModel,
): Promise<ApiCaller> {
  await register({ request }, server, { account: 'operator', nick_name: '管理员' })
  const operator = createCaller(request, server.url)
  await addModel(operator, model)
  return operator
}

async function addModel(operator: ApiCaller, model: ScriptedModel): Promise<void> {
  const { id } = await operator.post<{ id: string }>('/api/admin/models', {
    name: '脚本模型',
    base_url: model.url,
    model: 'scripted',
    api_key: 'sk-scripted-key-0042',
    inside: true,
  })
  await operator.put(`/api/admin/models/${id}/default`)
}

/** Returns the calls of the logged-in user. */
export function createCaller(request: APIRequestContext, url: string): ApiCaller {
  const call =
    (method: 'GET' | 'POST' | 'PUT') =>
    async <Data>(path: string, data?: object): Promise<Data> => {
      const headers = { 'x-login-type': 'front' }
      const response = await request.fetch(url + path, { method, headers, ...(data ? { data } : {}) })
      const body = await response.json()
      if (!response.ok()) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`)
      return body.data
    }
  return { get: call('GET'), post: call('POST'), put: call('PUT') }
}

/** Creates a model's answer that the test releases word by word. */
export function gatedAnswer(words: readonly string[]) {
  const gates = words.map(() => Promise.withResolvers<void>())
  let releasedCount = 0
  return {
    reply: sayGated(
      words,
      gates.map(({ promise }) => promise),
    ),
    /** Releases some more words; returns the text released so far. */
    more(count: number): string {
      releasedCount = Math.min(words.length, releasedCount + count)
      for (const gate of gates.slice(0, releasedCount)) gate.resolve()
      return words.slice(0, releasedCount).join('')
    },
    isOver: () => releasedCount === words.length,
  }
}

/** Opens a new chat. */
export async function openChat(page: Page, application_id = WRITING_APPLICATION, url = ''): Promise<void> {
  await page.goto(`${url}/#/agent?application_id=${application_id}`)
  await page.waitForURL(/chat_id=/)
}

/** Types a question into the open chat and sends it. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.getByLabel('问题', { exact: true }).fill(question)
  await page.keyboard.press('Enter')
}

/**
 * Asks the library in a new chat, repeatedly until it knows the subject: a paper that was just imported, or the library
 * of a fresh installation, becomes searchable a moment later. Returns when the cited answer is complete.
 */
export async function askLibrary(page: Page, question: string): Promise<void> {
  const mark = newestAnswer(page).getByRole('button', { name: /^引用 1，/ })
  await expect(async () => {
    await openChat(page, 'academic_qa')
    await ask(page, question)
    await expect.poll(async () => (await fetchChatRecords(page)).at(-1)?.status).toMatch(/^(done|failed)$/)
    expect(await mark.count()).toBeGreaterThan(0)
  }).toPass()
  await expect(newestAnswer(page).getByRole('button', { name: '导出回答' })).toBeVisible()
}

/** Returns the newest answer. */
export const newestAnswer = (page: Page): Locator => page.getByRole('article').last()

/** Returns the paragraph of the newest answer with this beginning. */
export const paragraph = (page: Page, begin: string): Locator =>
  newestAnswer(page)
    .locator('p')
    .filter({ hasText: new RegExp(`^${begin}`) })

/** Returns the records of the shown chat from the server. */
export async function fetchChatRecords(page: Page): Promise<ChatRecord[]> {
  const { searchParams } = new URL(page.url().replace('/#', ''))
  const place = `/api/application/${searchParams.get('application_id')}/chat/${searchParams.get('chat_id')}`
  const caller = createCaller(page.request, new URL(page.url()).origin)
  return (await caller.get<{ list: ChatRecord[] }>(`${place}/chat_record/1/50`)).list
}

interface ChatRecord {
  id: string
  answer: string
  status: string
  sibling_index: number
  sibling_count: number
  error: { code: string } | null
}

/** Records every request of a context, including its workers', to another origin than the product's. */
export function recordOutgoingRequests(context: BrowserContext, origin: string): string[] {
  const seen: string[] = []
  context.on('request', (request: Request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && /^(https?|wss?):$/.test(url.protocol)) seen.push(request.url())
  })
  return seen
}

/** Creates a random number generator whose seed is printed, so that a failed run can be repeated with `SEED=…`. */
export function seededRandom(name: string): (below: number) => number {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`${name}: SEED=${seed}`)
  let state = seed
  return (below) => {
    // A linear congruential step (Numerical Recipes, 3rd ed., 7.1).
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export { expect }
