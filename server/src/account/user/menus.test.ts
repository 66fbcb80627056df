import { api, type Endpoints } from '@scinav/contract'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '../../platform/http/app.ts'
import { implement } from '../../platform/http/implement.ts'
import { createCaller, testApp } from '../../testing/test-app.ts'
import { isMenuClosed } from './menu.service.ts'
import { authenticate } from './session.service.ts'

async function scene() {
  const app = await testApp()
  const [ada, lin, bo] = [await app.signUp('Ada'), await app.signUp('Lin'), await app.signUp('Bob')]
  await lin.call(api.user.updateProfile, { nick_name: '林', organization: '示例大学', subject_codes: [] })
  const stop = (path: string, roles: ('public' | 'user' | 'operator')[] = [], organizations: string[] = []) =>
    ada.call(api.admin.setMenus, { stopped: [{ path, roles, organizations }] })
  return { app, ada, lin, bo, stop }
}

type Reader = Pick<Awaited<ReturnType<typeof scene>>['ada'], 'call'>

const pathsOf = async (person: Reader) =>
  (await person.call(api.user.menu, {})).flatMap(({ children }) => children.map(({ path }) => path))
const stoppedFor = (person: Reader) => person.call(api.user.stoppedMenus, {})

test('the operator sees the menu as it is, with what is stopped for whom', async () => {
  const { ada, stop } = await scene()
  const before = await ada.call(api.admin.menus, {})
  expect(before.overridden).toBe(false)
  expect(before.groups.flatMap(({ children }) => children)).toContainEqual({
    path: '/subscribe',
    name: '订阅',
    icon: 'bell',
    stopped: [],
    needed: false,
  })
  await stop('/subscribe', ['user'], ['示例大学'])
  const after = await ada.call(api.admin.menus, {})
  expect(after.overridden).toBe(true)
  expect(after.groups.flatMap(({ children }) => children)).toContainEqual(
    expect.objectContaining({
      path: '/subscribe',
      stopped: [{ roles: ['user'], organizations: ['示例大学'] }],
    }),
  )
})

test('a path stopped for an organisation is gone for its people at once, and for nobody else', async () => {
  const { lin, bo, stop } = await scene()
  await stop('/subscribe', [], ['示例大学'])

  expect(await stoppedFor(lin)).toEqual(['/subscribe'])
  expect(await pathsOf(lin)).not.toContain('/subscribe')
  expect(await stoppedFor(bo)).toEqual([])
  expect(await pathsOf(bo)).toContain('/subscribe')
})

test('a path stopped for operators alone stays open to others', async () => {
  const { ada, bo, stop } = await scene()
  await stop('/resources', ['operator'])

  expect(await stoppedFor(ada)).toEqual(['/resources'])
  expect(await stoppedFor(bo)).toEqual([])
})

const trial = {
  read: {
    method: 'GET',
    path: '/api/trial',
    access: 'user',
    summary: 'Belongs to a screen',
    input: z.object({}),
    output: z.string(),
    menu: '/subscribe',
  },
} satisfies Endpoints

test('the calls behind a stopped menu are refused at once, and open again at once', async () => {
  const { app, ada, bo, stop } = await scene()
  const routes = implement(trial, { read: async () => 'read' })
  const server = await buildApp({
    base: app.base,
    routes,
    pages: [],
    authenticate,
    authenticateToken: async () => null,
    liveSessions: async (_: unknown, ids: string[]) => new Set(ids),
    isMenuClosed,
  })
  onTestFinished(() => server.close())
  const reader = createCaller(server)
  reader.useCookie(bo.cookie())

  expect(await reader.call(trial.read, {})).toBe('read')
  await stop('/subscribe', ['user'])
  expect(await reader.refusal(trial.read, {})).toMatchObject({ status: 403, problem: 'menu.stopped' })
  await ada.call(api.admin.setMenus, { stopped: [] })
  expect(await reader.call(trial.read, {})).toBe('read')
})

/** A call of a screen with something to ask it. */
const calls = {
  '/subscribe': [api.preferences.subscriptions, {}],
  '/knowledgeBase': [api.datasets.bin, {}],
  '/aiApplications': [api.tools.mine, {}],
  '/outAgent': [api.tools.external, {}],
  '/resources': [api.papers.journalClasses, {}],
  '/deepResearch': [api.chat.freeCount, {}],
  '/aiCitation': [api.references.parse, { text: '[1] A title.' }],
  '/project': [api.projects.joined, { page_num: 1, page_size: 10 }],
} as const

test.each(Object.entries(calls))(
  'where %s is stopped its calls are refused, those of other screens are not',
  async (path, [endpoint, input]) => {
    const { bo, stop } = await scene()
    await bo.call(endpoint, input)
    await stop(path, ['user'])
    expect(await bo.refusal(endpoint, input)).toMatchObject({ status: 403, problem: 'menu.stopped' })
    for (const [other, [open, asked]] of Object.entries(calls)) if (other !== path) await bo.call(open, asked)
    await bo.call(api.datasets.all, {})
    await bo.call(api.tools.list, {})
  },
)

test('every menu that closes calls is a screen with a test above', () => {
  const groups: Endpoints[] = Object.values(api)
  const named = groups.flatMap((group) => Object.values(group).flatMap(({ menu }) => menu ?? []))
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(calls).toSorted())
})

test('a stopped path that stands in no menu is listed too', async () => {
  const { ada, bo, stop } = await scene()
  await stop('/project/member', ['user'])

  expect(await stoppedFor(bo)).toEqual(['/project/member'])
  expect((await ada.call(api.admin.menus, {})).groups.at(-1)).toMatchObject({
    name: '',
    children: [{ path: '/project/member', stopped: [{ roles: ['user'], organizations: [] }] }],
  })
})

test('nothing set returns to the rules of the file', async () => {
  const { ada, bo, stop } = await scene()
  await stop('/subscribe')
  await ada.call(api.admin.setMenus, { stopped: null })

  expect(await stoppedFor(bo)).toEqual([])
  expect(await ada.call(api.admin.menus, {})).toMatchObject({ overridden: false })
})

test('an operator cannot stop what operators need to undo it', async () => {
  const { ada } = await scene()
  const refusal = (path: string, roles: string[]) =>
    ada.refusal(api.admin.setMenus, { stopped: [{ path, roles, organizations: [] }] })

  for (const roles of [[], ['operator'], ['user', 'operator']])
    expect(await refusal('/home', roles)).toMatchObject({ status: 409, problem: 'menu.needed' })
  for (const path of ['/error', '/noLoginError'])
    expect(await refusal(path, ['public'])).toMatchObject({ status: 409, problem: 'menu.needed' })
  expect(await ada.call(api.admin.menus, {})).toMatchObject({ overridden: false })
})

test('what is stopped for everybody else stays open to operators where they need it', async () => {
  const { app, ada, bo, stop } = await scene()
  await stop('/home', ['public'])

  expect(await stoppedFor(bo)).toEqual(['/home'])
  expect(await stoppedFor(ada)).toEqual([])
  expect(await pathsOf(ada)).toContain('/home')
  expect(await pathsOf(createCaller(app.app))).toEqual([])
})
