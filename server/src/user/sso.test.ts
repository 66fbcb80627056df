import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@scinav/contract'
import { expect, onTestFinished, test } from 'vitest'
import { passOidc, startOidcPeer } from '../testing/oidc-peer.ts'
import { caller, type TestApp, testApp } from '../testing/test-app.ts'

const headers = { host: 'localhost:3000' }

/** Leaves for the institution; answers its address and the cookie that the browser keeps. */
async function leave(app: TestApp, id: 'oidc' | 'cas', back = '') {
  const response = await app.app.inject({
    url: `/sso/${id}/start?return=${encodeURIComponent(back)}`,
    headers,
  })
  const [cookie = ''] = [response.headers['set-cookie'] ?? ''].flat()
  return { url: String(response.headers.location), cookie: cookie.split(';')[0] ?? '', attributes: cookie }
}

/** Comes back with what the institution gave. */
async function comeBack(app: TestApp, address: URL, cookie: string) {
  const response = await app.app.inject({
    url: `${address.pathname}${address.search}`,
    headers: { ...headers, cookie },
  })
  const session = [response.headers['set-cookie'] ?? ''].flat().find((line) => line.startsWith('session='))
  const browser = caller(app.app)
  browser.useCookie(session?.split(';')[0] ?? '')
  return { location: response.headers.location, session, browser }
}

async function oidcApp() {
  const peer = await startOidcPeer()
  const app = await testApp({ env: peer.env })
  const enter = async (login: string, back = '') => {
    const { url, cookie } = await leave(app, 'oidc', back)
    return comeBack(app, await passOidc(url, login), cookie)
  }
  return { app, enter }
}

test('a person of the institution logs in by OpenID Connect, gets an account once, and comes back to where they were', async () => {
  const { app, enter } = await oidcApp()
  const first = await enter('linzhiyuan', '#/home?panel=settings')
  expect(first.location).toBe('/#/home?panel=settings')
  const user = await first.browser.call(api.user.current, {})
  expect(user).toMatchObject({
    account: 'linzhiyuan',
    nick_name: 'linzhiyuan 同学',
    email: 'linzhiyuan@example.edu.cn',
    is_admin: false,
  })

  const second = await enter('linzhiyuan')
  expect(second.location).toBe('/#/home')
  expect((await second.browser.call(api.user.current, {})).id).toBe(user.id)
  expect(second.session).not.toBe(first.session)
  expect(await app.base.db.selectFrom('users').select('id').execute()).toHaveLength(1)
})

test('the log-in page offers the institution by its name', async () => {
  const { app } = await oidcApp()
  expect((await app.app.inject({ url: '/login?return=%23%2Fhome', headers })).body).toContain(
    '<a class="button" href="/sso/oidc/start?return=%23%2Fhome">统一身份认证登录</a>',
  )
})

test('an account with the same e-mail is never taken over by the sign-on', async () => {
  const { app, enter } = await oidcApp()
  const ada = await app.signUp('Ada')
  const { browser } = await enter('ada')
  const user = await browser.call(api.user.current, {})

  expect(user.id).not.toBe(ada.id)
  expect(user).toMatchObject({ email: null, account: expect.stringMatching(/^u[0-9a-z]{12}$/) })
})

test("another browser's sign-on, a used one, a forged one and an old one end on the log-in page", async () => {
  const { app } = await oidcApp()
  const mine = await leave(app, 'oidc')
  expect(mine.attributes).toMatch(/HttpOnly/)
  expect(mine.attributes).toMatch(/SameSite=Lax/)
  const address = await passOidc(mine.url, 'linzhiyuan')
  const refused = { location: '/login?error=sso', session: undefined }

  expect(await comeBack(app, address, '')).toMatchObject(refused)
  const other = await leave(app, 'oidc')
  expect(await comeBack(app, address, other.cookie)).toMatchObject(refused)
  expect(await comeBack(app, address, 'sso_state=made-up')).toMatchObject(refused)
  const forged = new URL(address)
  forged.searchParams.set('state', 'made-up')
  const again = await leave(app, 'oidc')
  expect(await comeBack(app, forged, again.cookie)).toMatchObject(refused)

  expect((await comeBack(app, address, mine.cookie)).location).toBe('/#/home')
  expect(await comeBack(app, address, mine.cookie)).toMatchObject(refused)
  const late = await leave(app, 'oidc')
  const lateAddress = await passOidc(late.url, 'linzhiyuan')
  app.pass(11 * 60_000)
  expect(await comeBack(app, lateAddress, late.cookie)).toMatchObject(refused)
})

test('attack 22: a disabled account does not get in by the sign-on', async () => {
  const { app, enter } = await oidcApp()
  await enter('linzhiyuan')
  await app.base.db.updateTable('users').set({ status: 'disabled' }).execute()

  expect(await enter('linzhiyuan')).toMatchObject({ location: '/login?error=disabled', session: undefined })
})

test('an institution that does not answer leads to the log-in page, not to an error', async () => {
  const app = await testApp({ env: { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'scinav' } })

  expect((await leave(app, 'oidc')).url).toBe('/login?error=sso')
  const unknown = await app.app.inject({ url: '/sso/cas/start', headers })
  expect(unknown.statusCode).toBe(404)
})

/** A CAS server that knows one ticket and answers what the test says. */
async function casApp(answer: string) {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://cas'))
    response.end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const app = await testApp({
    env: { CAS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cas` },
  })
  return { app, asked }
}

const success = `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationSuccess>
<cas:user>2026010001</cas:user><cas:attributes><cas:displayName>沈括</cas:displayName><cas:mail>shenkuo@example.edu.cn</cas:mail></cas:attributes>
</cas:authenticationSuccess></cas:serviceResponse>`

async function casLogin({ app, asked }: { app: TestApp; asked: URL[] }) {
  const { url, cookie } = await leave(app, 'cas')
  const service = new URL(new URL(url).searchParams.get('service') ?? '')
  service.searchParams.set('ticket', 'ST-1')
  const result = await comeBack(app, service, cookie)
  return { ...result, validated: asked.at(-1) }
}

test('a person of the institution logs in by CAS, with name and e-mail from its attributes', async () => {
  const { browser, location, validated } = await casLogin(await casApp(success))

  expect(location).toBe('/#/home')
  expect(validated?.pathname).toBe('/cas/p3/serviceValidate')
  expect(validated?.searchParams.get('ticket')).toBe('ST-1')
  expect(await browser.call(api.user.current, {})).toMatchObject({
    nick_name: '沈括',
    email: 'shenkuo@example.edu.cn',
  })
})

test('a refused ticket, garbage and an answer with entities let nobody in', async () => {
  const failure =
    '<cas:serviceResponse xmlns:cas="x"><cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure></cas:serviceResponse>'
  for (const answer of [failure, 'not xml', '', '<a><b></a>'])
    expect(await casLogin(await casApp(answer))).toMatchObject({
      location: '/login?error=sso',
      session: undefined,
    })
})

test('an entity in the answer of a CAS server is never read from a file', async () => {
  const evil = `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${success.replace('沈括', '&x;')}`
  const { browser, session } = await casLogin(await casApp(evil))
  if (session) expect((await browser.call(api.user.current, {})).nick_name).not.toContain('root:')
})
