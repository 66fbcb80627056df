import { api, type Endpoint } from '@scinav/contract'
import { expect, test } from 'vitest'
import { makeChecker, startBatch, waitForBatch } from '../../testing/batch-scene.ts'
import { addCitedWorks, completeCheck, startCheck } from '../../testing/manuscript-scene.ts'
import { createCaller, type TestApp, testApp } from '../../testing/test-app.ts'
import { filterLiveSessions } from './session.service.ts'

type Person = Awaited<ReturnType<TestApp['signUp']>>
type Scope = 'mcp' | 'manuscript_check'

const endpoints: Endpoint[] = Object.values(api).flatMap((group) => Object.values(group))
const tokenEndpoints = endpoints.filter(({ token_scope }) => token_scope !== undefined)

const createToken = (person: Person, scope: Scope = 'manuscript_check') =>
  person.call(api.tokens.create, { name: '研究生院', scope })

/** A program with a token; it sends no cookie and no `X-Login-Type`. */
const programWith = ({ app }: TestApp, token: string) =>
  createCaller(app, { authorization: `Bearer ${token}` })

async function setScene() {
  const app = await testApp({ env: { RATE_LIMIT_SCALE: '1000' } })
  const ada = await app.signUp('Ada')
  const lin = await app.signUp('Lin')
  await addCitedWorks(app.base)
  return { app, ada, lin }
}

test('a program checks a manuscript and follows the check with a token', async () => {
  const { app, lin } = await setScene()
  const program = programWith(app, (await createToken(lin)).token)
  const { check_id, state } = await completeCheck(program)

  expect(state).toBe('completed')
  const { list } = await lin.call(api.manuscriptChecks.checks, { page_num: 1, page_size: 20 })
  expect(list.map((each) => each.check_id)).toEqual([check_id])
  const file = await program.send(api.manuscriptChecks.export, { check_id, format: 'xlsx' })
  expect(file.headers['content-disposition']).toContain('attachment')
})

test('a program checks a batch with the token of a checker, and not without that role', async () => {
  const { app, ada, lin } = await setScene()
  const program = programWith(app, (await createToken(lin)).token)
  await expect(startBatch(program)).rejects.toMatchObject({ status: 403 })

  await makeChecker(ada, lin)
  const batch_id = await startBatch(program)
  expect(await waitForBatch(app, program, batch_id)).toMatchObject({ state: 'completed', batch_id })
})

test("a token reaches nothing of other people, not even an operator's", async () => {
  const { app, ada, lin } = await setScene()
  const check_id = await startCheck(lin)
  const program = programWith(app, (await createToken(ada)).token)

  for (const endpoint of [api.manuscriptChecks.run, api.manuscriptChecks.export, api.manuscriptChecks.remove])
    expect((await program.refusal(endpoint, { check_id })).status, endpoint.path).toBe(404)
})

test('a token opens the calls of its scope and no other', async () => {
  const { app, ada } = await setScene()
  const checking = programWith(app, (await createToken(ada)).token)
  const reading = programWith(app, (await createToken(ada, 'mcp')).token)
  const outOfScope = { status: 403, problem: 'token.out_of_scope' }

  expect(tokenEndpoints.length).toBeGreaterThan(20)
  for (const endpoint of endpoints) {
    expect(await reading.refusal(endpoint, {}), endpoint.path).toMatchObject(outOfScope)
    const answer = await checking.send(endpoint, { page_num: 1, page_size: 1 })
    const isOut = answer.statusCode === 403 && answer.json().data.problem === 'token.out_of_scope'
    expect(isOut, endpoint.path).toBe(endpoint.token_scope !== 'manuscript_check')
  }
  const { token } = await createToken(ada)
  const headers = { authorization: `Bearer ${token}`, host: 'localhost:3000' }
  const mcp = await app.app.inject({ method: 'POST', url: '/mcp', headers, payload: {} })
  expect([mcp.statusCode, mcp.json().data.problem]).toEqual([403, 'token.out_of_scope'])
})

test('tokens open calls of signed-in users only', () => {
  expect(new Set(tokenEndpoints.map(({ access }) => access))).toEqual(new Set(['user']))
})

test('a revoked, an expired and an invented token open nothing', async () => {
  const { app, lin } = await setScene()
  const revoked = await createToken(lin)
  const expired = await createToken(lin)
  await lin.call(api.tokens.remove, { token_id: revoked.id })
  const refused = { status: 401, problem: 'token.refused' }
  const input = { page_num: 1, page_size: 20 }

  expect(await filterLiveSessions(app.base, [revoked.id, expired.id])).toEqual(new Set([expired.id]))
  app.pass(90 * 24 * 60 * 60_000)
  expect(await filterLiveSessions(app.base, [expired.id])).toEqual(new Set())
  for (const token of [revoked.token, expired.token, `scinav_${'x'.repeat(43)}`])
    expect(await programWith(app, token).refusal(api.manuscriptChecks.checks, input)).toMatchObject(refused)
})

test('a token counts instead of the cookie beside it', async () => {
  const { app, ada, lin } = await setScene()
  const check_id = await startCheck(ada)
  const program = programWith(app, (await createToken(lin)).token)
  program.useCookie(ada.cookie())

  expect((await program.refusal(api.manuscriptChecks.run, { check_id })).status).toBe(404)
})

test('a token that is none of ours leaves the session its guard against other sites', async () => {
  const { app, lin } = await setScene()
  const check_id = await startCheck(lin)
  const browser = programWith(app, 'issued-by-a-proxy')
  browser.useCookie(lin.cookie())

  expect((await browser.call(api.manuscriptChecks.run, { check_id })).check_id).toBe(check_id)
  expect(await browser.refusal(api.manuscriptChecks.remove, { check_id })).toMatchObject({
    status: 403,
    problem: 'request.header_missing',
  })
})
