import { api, type Endpoint } from '@scinav/contract'
import { describe, expect, test } from 'vitest'
import { type Case, type CasesOf, NOBODY, type Person, type Scene } from './testing/cases/case.ts'
import { chatCases, translateCases } from './testing/cases/chat.ts'
import { citationCases } from './testing/cases/citation.ts'
import { combineCases } from './testing/cases/combine.ts'
import { datasetsCases } from './testing/cases/datasets.ts'
import { libraryCases } from './testing/cases/library.ts'
import { mcpCases } from './testing/cases/mcp.ts'
import { modelsCases } from './testing/cases/models.ts'
import { papersCases } from './testing/cases/papers.ts'
import { preferencesCases } from './testing/cases/preferences.ts'
import { tokensCases } from './testing/cases/tokens.ts'
import { toolsCases } from './testing/cases/tools.ts'
import { uploadCases } from './testing/cases/upload.ts'
import { PASSWORD, testApp } from './testing/test-app.ts'

type Cases = { [Group in keyof typeof api]: CasesOf<(typeof api)[Group]> }

async function codeFor({ app }: Scene, target: string, scene: 'register' | 'reset'): Promise<string> {
  app.pass(61_000)
  await app.guest.call(api.user.sendCode, { target, scene })
  await app.runner.drain()
  return app.outbox.findLast((message) => message.to === target)?.code ?? ''
}

async function jobOf(scene: Scene, person: Person): Promise<string> {
  const { job_id } = await person.call(api.user.exportData, {})
  await scene.app.runner.drain()
  return job_id
}

const bySameJob = async (scene: Scene): Promise<[object, object]> => [
  { job_id: await jobOf(scene, scene.bo) },
  { job_id: NOBODY },
]

async function deadJob({ app }: Scene): Promise<string> {
  const id = app.base.newId()
  const now = app.base.now().toISOString()
  const row = {
    id,
    name: 'gone',
    title: '旧任务',
    payload: '{}',
    owner_id: null,
    unique_key: null,
    state: 'failed' as const,
  }
  const rest = {
    progress: 0,
    note: null,
    error: 'x',
    attempts: 1,
    run_at: now,
    lease: null,
    lease_until: null,
  }
  await app.base.db
    .insertInto('jobs')
    .values({ ...row, ...rest, cancel_requested: 0, created_at: now, finished_at: now })
    .execute()
  return id
}

/** A call without its case here does not compile. */
const cases: Cases = {
  user: {
    logo: { valid: () => ({}), by: ({ app }) => app.guest },
    current: { valid: () => ({}) },
    logout: { valid: () => ({}), by: ({ bo }) => bo },
    sendCode: {
      valid: () => ({ target: '13800138000', scene: 'register' }),
      bad: { target: 'nobody', scene: 'x' },
    },
    register: {
      valid: async (scene) => ({
        account: 'Cyd',
        password: PASSWORD,
        nick_name: '陈',
        target: 'cy@example.edu.cn',
        code: await codeFor(scene, 'cy@example.edu.cn', 'register'),
        agree: true,
      }),
      bad: { account: '1', password: 'short', nick_name: '', target: 'x', code: '1', agree: false },
      by: ({ app }) => app.guest,
    },
    resetPassword: {
      valid: async (scene) => ({
        target: 'bob@example.edu.cn',
        code: await codeFor(scene, 'bob@example.edu.cn', 'reset'),
        password: 'another-ink-99',
      }),
      bad: { target: 'bob@example.edu.cn', code: 'abc', password: 'x' },
      by: ({ app }) => app.guest,
    },
    login: {
      valid: () => ({ account: 'Ada', password: PASSWORD, return: '#/home?panel=settings' }),
      bad: { account: '', password: '' },
      by: ({ app }) => app.guest,
    },
    menu: { valid: () => ({}) },
    stoppedMenus: { valid: () => ({}) },
    saveSetting: {
      valid: () => ({ key: 'theme', type: 'ui', value: 'dark' }),
      bad: { key: 'a b', type: '', value: 1 },
    },
    setting: { valid: () => ({ key: 'theme', type: 'ui' }), bad: { key: 'a b', type: 'ui' } },
    updateProfile: {
      valid: () => ({ nick_name: '艾达', organization: '清华大学', subject_codes: ['08', '0812'] }),
      bad: { nick_name: '', subject_codes: ['abc'] },
    },
    changePassword: {
      valid: () => ({ old_password: PASSWORD, password: 'another-ink-99' }),
      bad: { old_password: '', password: 'short' },
    },
    sessions: { valid: () => ({}) },
    endSession: {
      valid: () => ({}),
      bad: { session_id: 'x'.repeat(65) },
      foreign: async ({ bo }) => {
        const [session] = await bo.call(api.user.sessions, {})
        return [{ session_id: session?.id }, { session_id: NOBODY }]
      },
    },
    exportData: { valid: () => ({}) },
    exportFile: {
      valid: async (scene) => ({ job_id: await jobOf(scene, scene.ada) }),
      bad: { job_id: 'x'.repeat(65) },
      foreign: bySameJob,
    },
    remove: { valid: () => ({ password: PASSWORD }), bad: { password: '' }, by: ({ bo }) => bo },
    restore: { valid: () => ({}) },
  },
  jobs: {
    state: {
      valid: async (scene) => ({ job_id: await jobOf(scene, scene.ada) }),
      bad: { job_id: 'x'.repeat(65) },
      foreign: bySameJob,
    },
    watch: {
      valid: async (scene) => ({ job_id: await jobOf(scene, scene.ada) }),
      bad: { job_id: 'x'.repeat(65) },
      foreign: bySameJob,
    },
    cancel: {
      valid: async (scene) => ({ job_id: await jobOf(scene, scene.ada) }),
      bad: { job_id: 'x'.repeat(65) },
      foreign: bySameJob,
    },
  },
  admin: {
    users: { valid: () => ({ keyword: 'bob', status: 'active' }), bad: { page_size: 101 } },
    setUser: {
      valid: ({ bo }) => ({ user_id: bo.id, status: 'disabled' }),
      bad: { user_id: '', status: 'gone' },
    },
    jobs: { valid: () => ({ state: 'done' }), bad: { page_num: 0 } },
    setJob: {
      valid: async (scene) => ({ job_id: await deadJob(scene), action: 'retry' }),
      bad: { job_id: 'x', action: 'explode' },
    },
    system: { valid: () => ({}) },
    menus: { valid: () => ({}) },
    setMenus: {
      valid: () => ({ stopped: [{ path: '/subscribe', roles: ['user'], organizations: ['示例大学'] }] }),
      bad: { stopped: [{ path: 'subscribe', roles: ['guest'], organizations: [''] }] },
    },
  },
  preferences: preferencesCases,
  datasets: datasetsCases,
  upload: uploadCases,
  papers: papersCases,
  combine: combineCases,
  citation: citationCases,
  chat: chatCases,
  translate: translateCases,
  library: libraryCases,
  tools: toolsCases,
  tokens: tokensCases,
  mcp: mcpCases,
  models: modelsCases,
}

async function setScene(): Promise<Scene> {
  const app = await testApp()
  return { app, ada: await app.signUp('Ada'), bo: await app.signUp('Bob') }
}

const groups = Object.entries(api).filter(([group]) => group in cases) as [
  keyof Cases,
  Record<string, Endpoint>,
][]
const all = groups.flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({
    title: `${endpoint.method} ${endpoint.path}`,
    endpoint,
    entry: (cases[group] as Record<string, Case>)[name] as Case,
  })),
)

describe.each(all)('$title', ({ endpoint, entry }) => {
  const caller = (scene: Scene) => entry.by?.(scene) ?? scene.ada

  test('a valid input answers 200 with what the contract says', async () => {
    const scene = await setScene()
    const response = await caller(scene).send(endpoint, await entry.valid(scene))

    expect(response.statusCode, response.body).toBe(200)
    if (endpoint.reply === 'file')
      return expect(response.headers['content-disposition']).toContain('attachment')
    if (endpoint.reply === 'stream')
      return expect(response.headers['content-type']).toContain('text/event-stream')
    const { code, data, message } = response.json()
    expect({ code, message }).toEqual({ code: endpoint.success_code ?? 200, message: '' })
    expect(endpoint.output.parse(data)).toEqual(data)
  })

  if (entry.bad) {
    test('a bad input is refused with what is wrong and where', async () => {
      const scene = await setScene()
      const refusal = await caller(scene).refusal(endpoint, entry.bad as object)

      expect(refusal).toMatchObject({ status: 400, code: 400, problem: 'input.invalid' })
      const { issues } = refusal.data as { issues: { path: string; message: string }[] }
      expect(issues.length).toBeGreaterThan(0)
      for (const issue of issues) expect(issue.message, issue.path).toMatch(/[\u4e00-\u9fff]/)
    })
  }

  if (entry.foreign) {
    test("somebody else's object looks like one that does not exist", async () => {
      const scene = await setScene()
      const [foreign, unknown] = await (entry.foreign as NonNullable<Case['foreign']>)(scene)
      const seen = await caller(scene).refusal(endpoint, foreign)

      expect(seen.status).toBe(404)
      expect(seen).toEqual(await caller(scene).refusal(endpoint, unknown))
    })
  }

  if (endpoint.access !== 'public') {
    test('without a session it answers 401, code 1009 and the log-in URL', async () => {
      const { app } = await setScene()

      expect(await app.guest.refusal(endpoint, entry.bad ?? {})).toMatchObject({
        status: 401,
        code: 1009,
        data: '/login',
      })
    })
  }

  if (endpoint.access === 'operator') {
    test('a person who is no operator is refused', async () => {
      const scene = await setScene()

      expect(await scene.bo.refusal(endpoint, await entry.valid(scene))).toMatchObject({
        status: 403,
        problem: 'operator.required',
      })
    })
  }

  if (endpoint.method !== 'GET') {
    test('without X-Login-Type it is refused before anything else', async () => {
      const scene = await setScene()

      expect(await scene.app.guest.refusal(endpoint, {}, { 'x-login-type': '' })).toMatchObject({
        status: 403,
        problem: 'request.header_missing',
      })
    })
  }
})
