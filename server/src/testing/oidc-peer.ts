import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { onTestFinished } from 'vitest'
import { createBrowser } from './browser.ts'

const CALLBACK_URL = 'http://localhost:3000/sso/oidc/callback'

/** Starts an OpenID provider (the npm package oidc-provider) on loopback with this product as its client. */
export async function startOidcPeer(said: { email_verified?: unknown } = {}) {
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
        ...said,
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
