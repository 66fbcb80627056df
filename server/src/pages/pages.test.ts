import { stripTypeScriptTypes } from 'node:module'
import { api } from '@scinav/contract'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { serveWeb } from './web.ts'

test('the log-in page is plain HTML with one style sheet and no inline script or style', async () => {
  const app = await testApp({ env: { SITE_ICP: '京ICP备00000000号', SITE_COPYRIGHT: '© 示例大学图书馆' } })
  const { body, headers, statusCode } = await app.app.inject('/login')

  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  expect(body.match(/<link rel="stylesheet"/g)).toHaveLength(1)
  for (const [script] of body.matchAll(/<script[^>]*>/g)) expect(script).toMatch(/ src="\/page-assets\//)
  expect(body).not.toMatch(/<style|style="|\son\w+="/)
  expect(body).toContain('京ICP备00000000号')
  expect(body).toContain('© 示例大学图书馆')
})

test('where the web application has not been built, its page says so instead of leading in a circle', async () => {
  const app = await testApp()
  const own = Fastify()
  await own.register(serveWeb(app.base, '/nowhere'))
  const { body, statusCode } = await own.inject('/')

  expect(statusCode).toBe(503)
  expect(body).toContain('npm run build -w web')
})

test('the scripts of the log-in page weigh at most 20 kB and are kept for ever under their hash', async () => {
  const app = await testApp()
  const { body } = await app.app.inject('/login')
  let bytes = 0
  for (const [, url = ''] of body.matchAll(/<script[^>]* src="([^"]+)"/g)) {
    const script = await app.app.inject(url)
    expect(script.headers['cache-control']).toContain('immutable')
    expect(stripTypeScriptTypes(script.body)).toBe(script.body)
    bytes += script.rawPayload.length
  }

  expect(bytes).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThanOrEqual(20_000)
})

test('attack 9: what stands in the address never becomes markup on the log-in page', async () => {
  const app = await testApp({ env: { SITE_TITLE: '<b>导航</b>' } })
  const back = encodeURIComponent('#/home"><script>alert(1)</script>')
  const { body } = await app.app.inject(`/login?return=${back}&error=<script>alert(2)</script>`)

  expect(body).not.toContain('<script>alert')
  expect(body).not.toContain('<b>导航</b>')
  expect(body).toContain('data-return="#/home%22%3E%3Cscript%3E')
})

test('only a hash of our own is a way back', async () => {
  const app = await testApp()
  const page = async (back: string) =>
    (await app.app.inject(`/login?return=${encodeURIComponent(back)}`)).body

  expect(await page('#/home?panel=settings')).toContain('data-return="#/home?panel=settings"')
  expect(await page('#/home?q=钙')).toContain('data-return="#/home?q=%E9%92%99"')
  for (const bad of [
    'https://evil.example',
    '//evil.example',
    '/home',
    '#home',
    '#/\\evil.example',
    `#/${'x'.repeat(2_000)}`,
    `#/${'钙'.repeat(1_000)}`,
    '',
  ])
    expect(await page(bad)).toContain('data-return=""')
})

test('the agreement and the privacy policy are there to read', async () => {
  const app = await testApp()
  expect((await app.app.inject('/agreement')).body).toContain('<h1>用户协议</h1>')
  expect((await app.app.inject('/privacy')).body).toContain('<h1>隐私政策</h1>')
})

test('a person who is logged in already is led on from the log-in page', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const open = (url: string) => app.app.inject({ url, headers: { cookie: ada.cookie() } })

  expect((await open('/login')).headers.location).toBe('/#/home')
  const led = await open(`/login?return=${encodeURIComponent('#/home?panel=settings')}`)
  expect(led.headers.location).toBe('/#/home?panel=settings')
  expect(led.headers['cache-control']).toBe('no-store')
  expect((await open('/login?return=//evil.example')).headers.location).toBe('/#/home')
  await ada.send(api.user.logout, {})
  expect((await open('/login')).statusCode).toBe(200)
})

test('a person reads a sentence for each failure that the page knows, and nothing for others', async () => {
  const app = await testApp()
  const sentence = async (error: string) => {
    const { body } = await app.app.inject(`/login?error=${error}`)
    return /id="error" role="alert">([^<]*)/.exec(body)?.[1]
  }

  expect(await sentence('sso')).toContain('统一身份认证没有完成')
  expect(await sentence('disabled')).toContain('账号已被停用')
  expect(await sentence('cookie')).toContain('Cookie')
  for (const other of ['__proto__', 'constructor', 'sso&error=sso', 'x'])
    expect(await sentence(other)).toBeUndefined()
})

test('a password never goes into an address, even where the script does not run', async () => {
  const app = await testApp()
  const { body } = await app.app.inject('/login')

  expect(body.match(/<form [^>]*method="post"/g)).toHaveLength(2)
  for (const [button] of body.matchAll(/<button[^>]*>/g)) expect(button).toContain(' disabled')
})
