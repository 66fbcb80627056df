import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import type { SsoPerson } from '../../platform/providers/sso.ts'
import { completeOidcLogin, startOidcPeer } from '../../testing/oidc-peer.ts'
import {
  beginSso,
  completeSso,
  LOCAL_HEADERS as headers,
  scriptedSignOn,
  signOnBy,
} from '../../testing/sso-browser.ts'
import { testApp } from '../../testing/test-app.ts'

async function oidcApp() {
  const peer = await startOidcPeer()
  const app = await testApp({ env: peer.env })
  const enter = async (login: string, back = '') => {
    const { url, cookie } = await beginSso(app, 'oidc', back)
    return completeSso(app, await completeOidcLogin(url, login), cookie)
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

test('attack 79: an account with the same e-mail is neither taken over by the sign-on nor doubled; the log-in page says so', async () => {
  const { app, enter } = await oidcApp()
  await app.signUp('Ada')
  const { location, session } = await enter('ada', '#/home?panel=settings')

  expect({ location, session }).toEqual({
    location: '/login?error=known&return=%23%2Fhome%3Fpanel%3Dsettings',
    session: undefined,
  })
  const { body } = await app.app.inject(String(location))
  expect(body).toContain('已有本站账号')
  expect(body).toContain('绑定统一身份认证')
  expect(await app.base.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  expect(await app.base.db.selectFrom('sso_identities').selectAll().execute()).toEqual([])
})

test('an account name of somebody else is not taken by the sign-on', async () => {
  const { app, enter } = await signOnOf({ account: 'Ada' })
  await app.signUp('Ada')

  expect(await (await enter()).call(api.user.current, {})).toMatchObject({
    account: expect.stringMatching(/^u[0-9a-z]{12}$/),
  })
})

test("another browser's sign-on, a used one, a forged one and an old one end on the log-in page", async () => {
  const { app } = await oidcApp()
  const mine = await beginSso(app, 'oidc')
  expect(mine.attributes).toMatch(/HttpOnly/)
  expect(mine.attributes).toMatch(/SameSite=Lax/)
  const address = await completeOidcLogin(mine.url, 'linzhiyuan')
  const refused = { location: '/login?error=sso', session: undefined }

  expect(await completeSso(app, address, '')).toMatchObject({ ...refused, location: '/login?error=cookie' })
  const other = await beginSso(app, 'oidc')
  expect(await completeSso(app, address, other.cookie)).toMatchObject(refused)
  expect(await completeSso(app, address, 'sso_state=made-up')).toMatchObject(refused)
  const forged = new URL(address)
  forged.searchParams.set('state', 'made-up')
  const again = await beginSso(app, 'oidc')
  expect(await completeSso(app, forged, again.cookie)).toMatchObject(refused)

  expect((await completeSso(app, address, mine.cookie)).location).toBe('/#/home')
  expect(await completeSso(app, address, mine.cookie)).toMatchObject(refused)
  const late = await beginSso(app, 'oidc')
  const lateAddress = await completeOidcLogin(late.url, 'linzhiyuan')
  app.pass(11 * 60_000)
  expect(await completeSso(app, lateAddress, late.cookie)).toMatchObject(refused)
})

test('attack 22: a disabled account does not get in by the sign-on', async () => {
  const { app, enter } = await oidcApp()
  await enter('linzhiyuan')
  await app.base.db.updateTable('users').set({ status: 'disabled' }).execute()

  expect(await enter('linzhiyuan')).toMatchObject({ location: '/login?error=disabled', session: undefined })
})

test('an institution that does not answer leads to the log-in page, not to an error', async () => {
  const app = await testApp({ env: { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'scinav' } })

  expect((await beginSso(app, 'oidc')).url).toBe('/login?error=sso')
  const unknown = await app.app.inject({ url: '/sso/cas/start', headers })
  expect(unknown.statusCode).toBe(404)
})

test('a sign-on that was begun with another nonce or without its own proof lets nobody in', async () => {
  const { app } = await oidcApp()
  const mine = await beginSso(app, 'oidc')
  const url = new URL(mine.url)
  expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  const refused = { location: '/login?error=sso', session: undefined }

  url.searchParams.set('nonce', 'of-somebody-else')
  expect(await completeSso(app, await completeOidcLogin(url.href, 'linzhiyuan'), mine.cookie)).toMatchObject(
    refused,
  )
  const other = await beginSso(app, 'oidc')
  const address = await completeOidcLogin(other.url, 'linzhiyuan')
  await app.base.db
    .updateTable('sso_states')
    .set({ code_verifier: 'x'.repeat(43) })
    .execute()
  expect(await completeSso(app, address, other.cookie)).toMatchObject(refused)
  expect(await app.base.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('a person who cancels at the institution is back on the log-in page and keeps the way back', async () => {
  const { app } = await oidcApp()
  const { url, cookie } = await beginSso(app, 'oidc', '#/home?panel=settings')
  const { location } = await completeSso(app, await completeOidcLogin(url, 'linzhiyuan', true), cookie)

  expect(location).toBe('/login?error=sso&return=%23%2Fhome%3Fpanel%3Dsettings')
  const { body } = await app.app.inject(String(location))
  expect(body).toContain('统一身份认证没有完成')
  expect(body).toContain('data-return="#/home?panel=settings"')
})

test('a way back with Chinese words or a line break is led to, and breaks no header', async () => {
  const { enter } = await oidcApp()

  expect((await enter('linzhiyuan', '#/home?q=钙钛矿')).location).toBe(
    `/#/home?q=${encodeURIComponent('钙钛矿')}`,
  )
  expect((await enter('linzhiyuan', '#/home\r\nSet-Cookie: a=b')).location).toBe('/#/homeSet-Cookie:%20a=b')
})

test('attack 45: a sign-on ends the session that the browser had', async () => {
  const { app, enter } = await oidcApp()
  const first = await enter('linzhiyuan')
  const { url, cookie } = await beginSso(app, 'oidc')
  const again = await completeSso(
    app,
    await completeOidcLogin(url, 'shenkuo'),
    `${cookie}; ${first.browser.cookie()}`,
  )

  expect(await again.browser.call(api.user.current, {})).toMatchObject({ account: 'shenkuo' })
  expect((await first.browser.refusal(api.user.current, {})).status).toBe(401)
})

test('attack 44: on https the cookie of a sign-on cannot be planted by a neighbouring host', async () => {
  const { env } = await startOidcPeer()
  const app = await testApp({ env: { ...env, PUBLIC_URL: 'https://scinav.example.edu.cn' } })
  const { attributes, url } = await beginSso(app, 'oidc')

  expect(attributes).toMatch(/^__Host-sso_state=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Lax/)
  expect(new URL(url).searchParams.get('redirect_uri')).toBe(
    'https://scinav.example.edu.cn/sso/oidc/callback',
  )
  expect((await app.app.inject('/login')).body).toContain(
    'href="https://scinav.example.edu.cn/sso/oidc/start?return="',
  )
})

test('without a public address, nobody is led anywhere by a made-up host name', async () => {
  const { app } = await oidcApp()
  const response = await app.app.inject({ url: '/sso/oidc/start', headers: { host: 'evil.example' } })

  expect(response.headers.location).toBe('/login?error=sso')
  expect(app.log.join('')).toContain('PUBLIC_URL')
})

test('ten first log-ins of one person at once make one account', async () => {
  const person = { subject: 's-1', account: null, nick_name: '沈括', email: null }
  const sso = [scriptedSignOn(async () => person)]
  const app = await testApp({ providers: () => ({ sso }) })
  const all = await Promise.all(Array.from({ length: 10 }, () => signOnBy(app)))

  expect(new Set(all.map(({ location }) => location))).toEqual(new Set(['/#/home']))
  expect(await app.base.db.selectFrom('users').select('id').execute()).toHaveLength(1)
})

/** Somebody whom the institution's sign-on answers for, with what it says of them. */
async function signOnOf(said: Partial<SsoPerson>) {
  const person = { subject: 's-1', account: 'shenkuo', nick_name: '沈括', email: null, ...said }
  const app = await testApp({ providers: () => ({ sso: [scriptedSignOn(async () => person)] }) })
  const enter = async () => (await signOnBy(app)).browser
  return { app, enter }
}

test('attack 77: an address that the institution has not verified is not the account’s', async () => {
  for (const email_verified of [undefined, false, 'true', 1]) {
    const peer = await startOidcPeer({ email_verified })
    const app = await testApp({ env: peer.env })
    const { url, cookie } = await beginSso(app, 'oidc')
    const { browser } = await completeSso(app, await completeOidcLogin(url, 'linzhiyuan'), cookie)
    expect((await browser.call(api.user.current, {})).email, String(email_verified)).toBeNull()
  }
})

const NEW = 'another sentence to keep'

test('attack 77: an account without a password sets one, or ends, right after a sign-on and no later', async () => {
  const { app, enter } = await signOnOf({})
  const browser = await enter()
  expect(await browser.call(api.user.current, {})).toMatchObject({ email: null, has_password: false })
  app.pass(10 * 60_000)
  const refused = { status: 403, problem: 'account.sign_on_again' }
  expect(await browser.refusal(api.user.changePassword, { password: NEW })).toMatchObject(refused)
  expect(await browser.refusal(api.user.remove, {})).toMatchObject(refused)

  const again = await enter()
  await again.call(api.user.changePassword, { password: NEW })
  expect(await again.call(api.user.current, {})).toMatchObject({ has_password: true })
  await app.logIn('shenkuo', NEW)
  // From now on the password is asked for, however fresh the sign-on.
  const later = await enter()
  const wrong = { problem: 'account.wrong_password' }
  expect(await later.refusal(api.user.changePassword, { password: `${NEW}!` })).toMatchObject(wrong)
  expect(await later.refusal(api.user.remove, {})).toMatchObject(wrong)

  const other = await signOnOf({})
  await (await other.enter()).send(api.user.remove, {})
  expect(await (await other.enter()).call(api.user.current, {})).toMatchObject({
    delete_at: expect.any(String),
  })
})

test('attack 77: a new password by code names the sign-ons that are left, and ends them where that is wanted', async () => {
  const target = 'shenkuo@example.edu.cn'
  const { app, enter } = await signOnOf({ email: target })
  const { id } = await (await enter()).call(api.user.current, {})
  const reset = async (more: object) => {
    app.pass(61_000)
    await app.guest.call(api.user.sendCode, { target, scene: 'reset' })
    await app.runner.drain()
    const code = app.outbox.at(-1)?.code ?? ''
    return app.guest.call(api.user.resetPassword, { target, code, password: NEW, ...more })
  }
  expect(await reset({})).toMatchObject({ sign_ons: ['统一身份认证'] })
  expect((await (await enter()).call(api.user.current, {})).id).toBe(id)
  expect(await reset({ end_sign_ons: true })).toMatchObject({ sign_ons: [] })
  expect((await signOnBy(app)).location).toBe('/login?error=known')
})

test('clocks that differ too much are named on the log-in page', async () => {
  const refused = Object.assign(new Error('unexpected claim'), { code: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' })
  const finish = () => Promise.reject(new Error('invalid response', { cause: refused }))
  const app = await testApp({ providers: () => ({ sso: [scriptedSignOn(finish)] }) })
  const { location } = await signOnBy(app)
  expect(location).toBe('/login?error=clocks')
  expect((await app.app.inject(String(location))).body).toContain('时钟相差')
})
