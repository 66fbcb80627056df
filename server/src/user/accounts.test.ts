import { api } from '@scinav/contract'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { addPapers } from '../testing/papers.ts'
import { caller, PASSWORD, type TestApp, testApp } from '../testing/test-app.ts'

const DAY = 24 * 60 * 60_000

async function askCode(
  app: TestApp,
  target: string,
  scene: 'register' | 'reset' = 'register',
): Promise<string> {
  await app.guest.call(api.user.sendCode, { target, scene })
  await app.runner.drain()
  return app.outbox.findLast((message) => message.to === target)?.code ?? ''
}

const form = (code: string, more: object = {}) => ({
  account: 'Cyd',
  password: PASSWORD,
  nick_name: '陈独秀',
  target: 'cyd@example.edu.cn',
  code,
  agree: true as const,
  ...more,
})

test('a person registers with a code and is logged in', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')

  expect(await ada.call(api.user.current, {})).toMatchObject({ account: 'Ada', email: 'ada@example.edu.cn' })
})

test('a person registers by mobile phone, with +86 or without', async () => {
  const app = await testApp()
  const target = '+86 138 0013 8000'.replaceAll(' ', '')
  await app.guest.call(api.user.sendCode, { target, scene: 'register' })
  await app.runner.drain()
  const code = app.outbox.at(-1)?.code ?? ''
  const user = await app.guest.call(api.user.register, form(code, { target: '13800138000' }))

  expect(user).toMatchObject({ phone: '13800138000', email: null })
})

test('a person logs in again with account name or e-mail, whatever the case', async () => {
  const app = await testApp()
  await app.signUp('Ada')

  for (const account of ['ada', 'ADA', 'Ada@Example.edu.cn']) {
    const browser = await app.logIn(account, PASSWORD)
    expect(await browser.call(api.user.current, {})).toMatchObject({ account: 'Ada' })
  }
})

test('log-in leads back to where the person was, and never to another site', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const go = async (back: string) =>
    (await app.guest.call(api.user.login, { account: 'Ada', password: PASSWORD, return: back })).location

  expect(await go('#/home?panel=users')).toBe('/#/home?panel=users')
  for (const bad of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '#/\\evil',
  ])
    expect(await go(bad)).toBe('/#/home')
})

test('the first account made on this machine operates the installation, the second does not', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')

  expect(ada.user.is_admin).toBe(true)
  expect(bob.user.is_admin).toBe(false)
})

test('a first account that comes through a proxy or under another name does not operate the installation', async () => {
  for (const headers of [{ 'x-forwarded-for': '203.0.113.9' }, { host: 'rebound.example' }]) {
    const app = await testApp()
    const code = await askCode(app, 'cyd@example.edu.cn')
    const user = await app.guest.call(api.user.register, form(code), headers as Record<string, string>)
    expect(user.is_admin).toBe(false)
  }
})

test('a code is good once, for five minutes, for five tries, and only the newest', async () => {
  const app = await testApp()
  const target = 'cyd@example.edu.cn'
  const wrong = (code: string) => app.guest.refusal(api.user.register, form(code))
  const first = await askCode(app, target)
  app.pass(61_000)
  const second = await askCode(app, target)
  if (first !== second) expect((await wrong(first)).status).toBe(400)
  app.pass(301_000)
  expect((await wrong(second)).data).toMatchObject({
    issues: [{ path: 'code', message: expect.stringContaining('失效') }],
  })

  const third = await askCode(app, target)
  const other = third === '000000' ? '111111' : '000000'
  for (let tries = 0; tries < 5; tries += 1) expect((await wrong(other)).status).toBe(400)
  expect((await wrong(third)).data).toMatchObject({
    issues: [{ path: 'code', message: expect.stringContaining('次数过多') }],
  })

  app.pass(61_000)
  const fourth = await askCode(app, target)
  await app.guest.call(api.user.register, form(fourth))
  expect((await wrong(fourth)).status).toBe(400)
})

test('a refused password or a taken name does not use up the code', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const code = await askCode(app, 'cyd@example.edu.cn')

  expect(await app.guest.refusal(api.user.register, form(code, { password: 'password123' }))).toMatchObject({
    status: 400,
  })
  expect(await app.guest.refusal(api.user.register, form(code, { account: 'ada' }))).toMatchObject({
    problem: 'account.taken',
  })
  await app.guest.call(api.user.register, form(code))
})

test('passwords that everybody tries first are refused', async () => {
  const app = await testApp()
  const code = await askCode(app, 'cyd@example.edu.cn')
  for (const password of [
    '1234567890',
    'aaaaaaaaaaaa',
    'qwertyuiop',
    'Password2024',
    'abcabcabcabc',
    'my-name-is-cyd',
  ])
    expect((await app.guest.refusal(api.user.register, form(code, { password }))).data).toMatchObject({
      issues: [{ path: 'password' }],
    })
})

test('codes to one target come at least a minute apart and at most ten a day', async () => {
  const app = await testApp()
  const ask = { target: 'cyd@example.edu.cn', scene: 'register' as const }
  await app.guest.call(api.user.sendCode, ask)
  expect(await app.guest.refusal(api.user.sendCode, ask)).toMatchObject({
    status: 429,
    problem: 'code.too_soon',
  })
  for (let count = 1; count < 10; count += 1) {
    app.pass(61_000)
    await app.guest.call(api.user.sendCode, ask)
  }
  app.pass(61_000)
  const refusal = await app.guest.refusal(api.user.sendCode, ask)
  expect(refusal).toMatchObject({
    status: 429,
    problem: 'code.too_many',
    data: { retry_after: expect.any(Number) },
  })
  app.pass(DAY)
  await app.guest.call(api.user.sendCode, ask)
})

test('without mail or SMS the code goes to the outbox, and the answer says so', async () => {
  const app = await testApp()
  const answer = await app.guest.call(api.user.sendCode, { target: '13800138000', scene: 'register' })

  expect(answer).toMatchObject({
    expires_in: 300,
    delivery: 'outbox',
    notice: expect.stringContaining('发件箱'),
  })
})

test('a person who forgot the password sets a new one with a code, and every session ends', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  app.pass(61_000)
  const code = await askCode(app, 'ada@example.edu.cn', 'reset')
  const password = 'a new sentence to keep'
  await app.guest.call(api.user.resetPassword, { target: 'ada@example.edu.cn', code, password })

  expect((await ada.refusal(api.user.current, {})).status).toBe(401)
  await app.logIn('Ada', password)
  expect((await app.guest.refusal(api.user.login, { account: 'Ada', password: PASSWORD })).problem).toBe(
    'login.refused',
  )
})

test('changing the password ends the other sessions and keeps this one', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const phone = await app.logIn('Ada')
  const password = 'a new sentence to keep'
  const wrong = await ada.refusal(api.user.changePassword, { old_password: 'not this one', password })
  expect(wrong.problem).toBe('account.wrong_password')
  await ada.call(api.user.changePassword, { old_password: PASSWORD, password })

  expect((await phone.refusal(api.user.current, {})).status).toBe(401)
  expect((await ada.send(api.user.current, {})).statusCode).toBe(200)
})

test('a person sees where they are logged in and ends the other places', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const phone = await app.logIn('Ada')
  const list = await ada.call(api.user.sessions, {})
  expect(list.map((session) => session.current)).toEqual([false, true])

  await ada.call(api.user.endSession, { session_id: list[0]?.id })
  expect((await phone.refusal(api.user.current, {})).status).toBe(401)
  const third = await app.logIn('Ada')
  await ada.call(api.user.endSession, {})
  expect((await third.refusal(api.user.current, {})).status).toBe(401)
  expect(await ada.call(api.user.sessions, {})).toHaveLength(1)
})

test('a setting is kept as it was saved, per person, and null where there is none', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  const value = { columns: ['题名', '年份'], width: 1.5, dense: true, none: null }
  await ada.call(api.user.saveSetting, { key: 'table', type: 'ui', value: 'old' })
  await ada.call(api.user.saveSetting, { key: 'table', type: 'ui', value })

  expect(await ada.call(api.user.setting, { key: 'table', type: 'ui' })).toEqual(value)
  expect(await bob.call(api.user.setting, { key: 'table', type: 'ui' })).toBeNull()
  const large = await ada.refusal(api.user.saveSetting, {
    key: 'big',
    type: 'ui',
    value: '字'.repeat(11_000),
  })
  expect(large).toMatchObject({
    status: 400,
    data: { issues: [{ path: 'value', message: '内容不能超过 32 KB' }] },
  })
})

test('log-out answers 1009 with the log-in URL', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')

  expect((await ada.send(api.user.logout, {})).json()).toEqual({ code: 1009, data: '/login', message: '' })
})

test('a person takes home everything that is kept about them, as a zip', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await ada.call(api.user.saveSetting, { key: 'theme', type: 'ui', value: 'dark' })
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: '组会阅读' })
  const paper_id_list = await addPapers(app.base, ['Attention is all you need'])
  await ada.call(api.datasets.keepPapers, { paper_id_list, targets: [{ dataset_id, folder_id: null }] })
  await ada.call(api.upload.begin, { name: '参考文献.ris', size: 5 })
  const { job_id } = await ada.call(api.user.exportData, {})
  await app.runner.drain()
  const response = await ada.send(api.user.exportFile, { job_id })
  const files = unzipSync(response.rawPayload)

  expect(Object.keys(files)).toEqual(
    expect.arrayContaining([
      'account.json',
      'sessions.json',
      'settings.json',
      'interests.json',
      'searches.json',
      'views.json',
      'datasets.json',
      'tokens.json',
      'model-usage.json',
      'tool-calls.json',
      'uploads.json',
    ]),
  )
  const text = Object.values(files)
    .map((bytes) => Buffer.from(bytes).toString())
    .join('')
  for (const known of ['ada@example.edu.cn', '组会阅读', 'Attention is all you need', '参考文献.ris'])
    expect(text).toContain(known)
  expect(text).not.toMatch(/argon2|token_hash/)
  app.pass(8 * DAY)
  await app.runner.drain()
  const later = await app.logIn('Ada')
  expect((await later.refusal(api.user.exportFile, { job_id })).status).toBe(404)
})

test('a deleted account can come back for 30 days, then it is gone and its name is free', async () => {
  const app = await testApp()
  await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  expect((await bob.refusal(api.user.remove, { password: 'not this one' })).problem).toBe(
    'account.wrong_password',
  )
  await bob.send(api.user.remove, { password: PASSWORD })
  expect((await bob.refusal(api.user.current, {})).status).toBe(401)

  const back = await app.logIn('Bob')
  expect((await back.call(api.user.current, {})).delete_at).toBe('2026-04-01T08:00:00.000Z')
  expect((await back.call(api.user.restore, {})).delete_at).toBeNull()
  app.pass(31 * DAY)
  await app.runner.drain()
  const kept = await app.logIn('Bob')
  await kept.send(api.user.remove, { password: PASSWORD })
  app.pass(31 * DAY)
  await app.runner.drain()
  expect((await app.guest.refusal(api.user.login, { account: 'Bob', password: PASSWORD })).problem).toBe(
    'login.refused',
  )
  await app.signUp('Bob')
})

test('the last operator can neither leave nor be disabled', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  expect((await ada.refusal(api.user.remove, { password: PASSWORD })).problem).toBe('account.last_operator')
  expect((await ada.refusal(api.admin.setUser, { user_id: ada.id, status: 'disabled' })).problem).toBe(
    'account.last_operator',
  )
  expect((await ada.refusal(api.admin.setUser, { user_id: ada.id, is_admin: false })).problem).toBe(
    'account.last_operator',
  )

  await ada.call(api.admin.setUser, { user_id: bob.id, is_admin: true })
  await bob.call(api.admin.setUser, { user_id: ada.id, status: 'disabled' })
  expect((await ada.refusal(api.user.current, {})).status).toBe(401)
})

test('the operator finds accounts by name, e-mail or status, and wildcards are plain letters', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  await app.signUp('Bob')
  await app.signUp('under_score')
  const find = async (keyword: string) =>
    (await ada.call(api.admin.users, { keyword })).list.map((row) => row.account)

  expect(await find('BOB@')).toEqual(['Bob'])
  expect(await find('_')).toEqual(['under_score'])
  expect(await find('%')).toEqual([])
  const page = await ada.call(api.admin.users, { page_num: 2, page_size: 2 })
  expect(page).toMatchObject({ total: 3, page_num: 2, page_size: 2, list: [{ account: 'Ada' }] })
  expect((await ada.refusal(api.admin.users, { page_num: 101, page_size: 100 })).status).toBe(400)
})

test('menus come from the configuration; without a session the public tree is answered', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const paths = (await ada.call(api.user.menu, {})).flatMap((group) =>
    group.children.map((item) => item.path),
  )

  expect(paths).toContain('/home')
  expect(await caller(app.app).call(api.user.menu, {})).toEqual([])
  expect(await ada.call(api.user.stoppedMenus, {})).toEqual([])
})
