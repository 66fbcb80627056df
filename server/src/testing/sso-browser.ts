import type { SingleSignOn, SsoPerson } from '../platform/providers/sso.ts'
import { createCaller, type TestApp } from './test-app.ts'

/** Headers of this machine's own name, to which the sign-on returns when no PUBLIC_URL is set. */
export const LOCAL_HEADERS = { host: 'localhost:3000' }

/** Creates a single sign-on whose institution returns the person that `finish` returns. */
export const scriptedSignOn = (
  finish: () => Promise<SsoPerson>,
  id: SingleSignOn['id'] = 'oidc',
): SingleSignOn => ({
  id,
  name: { oidc: '统一身份认证', cas: '校园统一认证' }[id],
  start: async () => new URL('https://idp.example.edu.cn/'),
  finish,
  logoutUrl: async () => null,
})

/** Starts a sign-on; returns the address of the institution and the cookie set. */
export const beginSso = (app: TestApp, id: 'oidc' | 'cas', back = '') =>
  leaveBy(app, `/sso/${id}/start?return=${encodeURIComponent(back)}`)

/** Opens an address that redirects to the institution, with the browser's cookies. */
export async function leaveBy(app: TestApp, url: string, cookie = '') {
  const response = await app.app.inject({ url, headers: { ...LOCAL_HEADERS, cookie } })
  const [attributes = ''] = [response.headers['set-cookie'] ?? ''].flat()
  return { url: String(response.headers.location), cookie: attributes.split(';')[0] ?? '', attributes }
}

/** Returns from the institution with its parameters and the browser's cookies. */
export async function completeSso(app: TestApp, address: URL, cookie: string) {
  const url = `${address.pathname}${address.search}`
  const response = await app.app.inject({ url, headers: { ...LOCAL_HEADERS, cookie } })
  const session = [response.headers['set-cookie'] ?? ''].flat().find((line) => line.startsWith('session='))
  const browser = createCaller(app.app)
  browser.useCookie(session?.split(';')[0] ?? '')
  return { location: response.headers.location, session, browser }
}

/** Returns from an institution that adds no parameters. */
export const comeBackTo = (app: TestApp, id: 'oidc' | 'cas', cookies: string[]) =>
  completeSso(app, new URL(`http://localhost:3000/sso/${id}/callback`), cookies.join('; '))

/** Logs in through a scripted sign-on. */
export async function signOnBy(app: TestApp, id: 'oidc' | 'cas' = 'oidc') {
  const { cookie } = await beginSso(app, id)
  return comeBackTo(app, id, [cookie])
}
