import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { onTestFinished } from 'vitest'

/** Creates a small browser for pages of another server: it keeps cookies per host and follows no redirects. */
function createBrowser() {
  const jars = new Map<string, Map<string, string>>()

  const jarOf = (url: URL) => {
    const jar = jars.get(url.host) ?? new Map<string, string>()
    jars.set(url.host, jar)
    return jar
  }

  async function open(address: string | URL, form?: Record<string, string>) {
    const url = new URL(address)
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = form ? new URLSearchParams(form) : null
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body,
      headers: { cookie },
      redirect: 'manual',
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    return { text: await response.text(), next: location ? new URL(location, url) : null, url }
  }

  return { open }
}

const CALLBACK_URL = 'http://localhost:3000/sso/oidc/callback'

/** Starts an OpenID provider (the npm package oidc-provider) on loopback with this product as its client. */
export async function startOidcPeer(claims: { email_verified?: unknown } = {}) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'scinav', client_secret: 'a-secret-of-the-test', redirect_uris: [CALLBACK_URL] }],
    cookies: { keys: ['cookie-key-of-the-test'] },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        name: `${id} 同学`,
        preferred_username: id,
        email: `${id}@example.edu.cn`,
        email_verified: true,
        ...claims,
      }),
    }),
  })
  server.on('request', provider.callback())
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'scinav', OIDC_CLIENT_SECRET: 'a-secret-of-the-test' },
  }
}

/** Logs in and consents on the provider's pages, or cancels; returns the address that leads back. */
export async function completeOidcLogin(start: string, login: string, cancel = false): Promise<URL> {
  const browser = createBrowser()
  let page = await browser.open(start)
  for (let step = 0; step < 20; step += 1) {
    if (page.next?.href.startsWith(CALLBACK_URL)) return page.next
    if (page.next) page = await browser.open(page.next)
    else if (cancel) page = await browser.open(`${page.url.href}/abort`)
    else page = await browser.open(formAction(page.text, page.url), formFields(page.text, login))
  }
  throw new Error('the provider did not lead back')
}

function formAction(text: string, url: URL): URL {
  return new URL(/<form[^>]* action="([^"]+)"/.exec(text)?.[1] ?? '', url)
}

function formFields(text: string, login: string): Record<string, string> {
  const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1] ?? 'login'
  return prompt === 'login' ? { prompt, login, password: 'any' } : { prompt }
}
