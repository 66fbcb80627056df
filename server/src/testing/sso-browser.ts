import { caller, type TestApp } from './test-app.ts'

/** This machine's own name: what the sign-on comes back to while no PUBLIC_URL is set. */
export const LOCAL = { host: 'localhost:3000' }

/** Leaves for the institution; answers its address and the cookie that the browser keeps. */
export async function leave(app: TestApp, id: 'oidc' | 'cas', back = '') {
  const url = `/sso/${id}/start?return=${encodeURIComponent(back)}`
  const response = await app.app.inject({ url, headers: LOCAL })
  const [attributes = ''] = [response.headers['set-cookie'] ?? ''].flat()
  return { url: String(response.headers.location), cookie: attributes.split(';')[0] ?? '', attributes }
}

/** Comes back with what the institution gave, and with the cookies that the browser has. */
export async function comeBack(app: TestApp, address: URL, cookie: string) {
  const url = `${address.pathname}${address.search}`
  const response = await app.app.inject({ url, headers: { ...LOCAL, cookie } })
  const session = [response.headers['set-cookie'] ?? ''].flat().find((line) => line.startsWith('session='))
  const browser = caller(app.app)
  browser.useCookie(session?.split(';')[0] ?? '')
  return { location: response.headers.location, session, browser }
}
