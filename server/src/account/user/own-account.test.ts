import { api } from '@scinav/contract'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { PASSWORD } from '../../testing/password.ts'
import { createCaller, testApp } from '../../testing/test-app.ts'

const DAY = 24 * 60 * 60_000

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
  expect(await createCaller(app.app).call(api.user.menu, {})).toEqual([])
  expect(await ada.call(api.user.stoppedMenus, {})).toEqual([])
})

test('a body of more values than any call needs is refused before it is read, in the time of one look', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const headers = { 'x-login-type': 'front', 'content-type': 'application/json', cookie: ada.cookie() }
  const post = (url: string, payload: string) => app.app.inject({ method: 'POST', url, payload, headers })
  const save = (value: string) =>
    post('/api/user_setting/save', `{"key":"many","type":"ui","value":${value}}`)
  for (const value of ['{}', '1', '[]', '""', '{"a":1}']) {
    const refused = await save(`[${`${value},`.repeat(100_000)}1]`)
    expect([refused.statusCode, refused.json().data.issues]).toEqual([
      400,
      [{ path: '', message: '内容的条目过多，最多 20000 个，请分几次提交' }],
    ])
  }
  // What stands in strings is no value, whatever it is; lists as long as calls have them are read.
  expect((await save(JSON.stringify(`${',[{'.repeat(8_000)}"\\`))).statusCode).toBe(200)
  const ids = Array.from({ length: 10_000 }, (_, at) => `p${at}`)
  const exported = await post('/api/citation/export', JSON.stringify({ paper_id_list: ids }))
  expect(exported.json()?.data?.issues).toBeUndefined()
})

test('a setting nested 15,000 deep is refused, in every call and before it is read; 60 levels are kept', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const post = (url: string, payload: string) =>
    app.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'x-login-type': 'front', 'content-type': 'application/json', cookie: ada.cookie() },
    })
  const save = (depth: number) =>
    post('/api/user_setting/save', `{"key":"deep","type":"ui","value":${nested(depth)}}`)

  for (const depth of [64, 1_000, 15_000, 400_000]) {
    const refused = await save(depth)
    expect([refused.statusCode, refused.json().data.problem]).toEqual([400, 'input.invalid'])
    expect(refused.json().data.issues).toEqual([{ path: '', message: '内容嵌套过深，最多 64 层' }])
  }
  const objects = `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`
  for (const url of ['/api/paper/search', '/api/session', '/api/ai-app/home', '/mcp'])
    expect((await post(url, `{"query":${objects}}`)).statusCode).toBeLessThan(500)
  expect((await save(60)).statusCode).toBe(200)
  expect(JSON.stringify(await ada.call(api.user.setting, { key: 'deep', type: 'ui' }))).toBe(nested(60))
})

test('a person adds an address by its code; one of somebody else is refused, and the replaced one is told', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  const codeFor = async (target: string) => {
    app.pass(61_000)
    await ada.call(api.user.sendCode, { target, scene: 'contact' })
    await app.runner.drain()
    return app.outbox.findLast(({ to }) => to === target)?.code ?? '000000'
  }
  const before = await ada.call(api.user.current, {})
  const target = 'ada.new@example.edu.cn'
  const changed = await ada.call(api.user.setContact, {
    target,
    code: await codeFor(target),
    password: PASSWORD,
  })
  await app.runner.drain()

  expect(changed).toEqual({ ...before, email: target })
  expect(app.outbox.at(-1)).toMatchObject({ to: before.email, text: expect.stringContaining('另一个邮箱') })
  await createCaller(app.app).call(api.user.login, { account: target, password: PASSWORD })

  const taken = (await bob.call(api.user.current, {})).email ?? ''
  const code = await codeFor(taken)
  const given = { target: taken, code, password: PASSWORD }
  expect(await ada.refusal(api.user.setContact, given)).toMatchObject({
    status: 400,
    problem: 'input.invalid',
  })
  expect((await ada.call(api.user.current, {})).email).toBe(target)
})

test('attack 79: an address through which the password could be reset wants the password', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { email } = await ada.call(api.user.current, {})
  const target = 'mallory@example.edu.cn'
  await ada.call(api.user.sendCode, { target, scene: 'contact' })
  await app.runner.drain()
  const code = app.outbox.findLast(({ to }) => to === target)?.code ?? ''
  for (const more of [{}, { password: 'not this one' }])
    expect(await ada.refusal(api.user.setContact, { target, code, ...more })).toMatchObject({
      status: 400,
      problem: 'account.wrong_password',
    })
  expect((await ada.call(api.user.current, {})).email).toBe(email)
  // A wrong password does not use up the code.
  await ada.call(api.user.setContact, { target, code, password: PASSWORD })
})
