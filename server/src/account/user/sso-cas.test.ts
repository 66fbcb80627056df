import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@scinav/contract'
import { expect, onTestFinished, test } from 'vitest'
import { beginSso, completeSso } from '../../testing/sso-browser.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

/** A CAS server that knows one ticket and answers what the test says. */
async function casApp(answer: string, status = 200) {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://cas'))
    response.writeHead(status).end(answer)
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

const refused = { location: '/login?error=sso', session: undefined }

async function casLogin({ app, asked }: { app: TestApp; asked: URL[] }) {
  const { url, cookie } = await beginSso(app, 'cas')
  const service = new URL(new URL(url).searchParams.get('service') ?? '')
  service.searchParams.set('ticket', 'ST-1')
  const result = await completeSso(app, service, cookie)
  return { ...result, validated: asked.at(-1) }
}

test('a person of the institution logs in by CAS, with the name of its attributes, and no unproved e-mail', async () => {
  const { browser, location, validated } = await casLogin(await casApp(success))

  expect(location).toBe('/#/home')
  expect(validated?.pathname).toBe('/cas/p3/serviceValidate')
  expect(validated?.searchParams.get('ticket')).toBe('ST-1')
  expect(await browser.call(api.user.current, {})).toMatchObject({
    nick_name: '沈括',
    email: null,
  })
})

test('a refused ticket, garbage and an answer with entities let nobody in', async () => {
  const failure =
    '<cas:serviceResponse xmlns:cas="x"><cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure></cas:serviceResponse>'
  const evil = `<!DOCTYPE r [<!ENTITY x "x">]>${success.replace('沈括', '&x;')}`
  const endless = success.replace('沈括', 'x'.repeat(200_000))
  for (const answer of [failure, 'not xml', '', '<a><b></a>', evil, endless])
    expect(await casLogin(await casApp(answer))).toMatchObject(refused)
  expect(await casLogin(await casApp(success, 500))).toMatchObject(refused)
})

test('an entity in the answer of a CAS server is never read from a file', async () => {
  const evil = `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${success.replace('沈括', '&x;')}`
  const cas = await casApp(evil)

  expect(await casLogin(cas)).toMatchObject(refused)
  expect(await cas.app.base.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('a name that the CAS server wrote in references is shown as its characters', async () => {
  const answer = success.replace('沈括', '&#27784;&#x62EC; &amp; O&apos;Neil &amp;lt;')
  const { browser } = await casLogin(await casApp(answer))

  expect(await browser.call(api.user.current, {})).toMatchObject({
    nick_name: "沈括 & O'Neil &lt;",
    account: 'u2026010001',
  })
})

test('a person whose CAS server gives no attributes gets in with the number alone', async () => {
  const answer = success.replace(/<cas:attributes>.*<\/cas:attributes>/, '')
  const { browser } = await casLogin(await casApp(answer))

  expect(await browser.call(api.user.current, {})).toMatchObject({ nick_name: '2026010001', email: null })
})

test("another browser's CAS log-in, a used one and one without a ticket are not taken", async () => {
  const { app, asked } = await casApp(success)
  const mine = await beginSso(app, 'cas')
  const service = new URL(new URL(mine.url).searchParams.get('service') ?? '')
  const other = await beginSso(app, 'cas')
  const noTicket = await completeSso(app, service, mine.cookie)
  expect(noTicket).toMatchObject(refused)
  service.searchParams.set('ticket', 'ST-1')
  expect(await completeSso(app, service, other.cookie)).toMatchObject(refused)
  expect(await completeSso(app, service, mine.cookie)).toMatchObject(refused)

  expect(asked).toEqual([])
})
