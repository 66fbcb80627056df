import { setUserInfo } from './user-info.state.ts'

/** Goes to the log-in page the server named, with a way back: to the present screen, or to `hash`. */
export function goToLogin(url: string, hash: string = location.hash): void {
  const target = safeUrl(url)
  if (!target) return
  if (hash.startsWith('#/')) target.searchParams.set('return', hash)
  location.assign(target.href)
}

/** Forgets who is logged in and goes to the address that log-out answered. */
export function leaveTo(url: string): void {
  setUserInfo({})
  const target = safeUrl(url)
  if (target) location.assign(target.href)
}

/** An address the browser may be sent to: `javascript:` and the like are refused. */
function safeUrl(url: string): URL | undefined {
  if (!URL.canParse(url, location.href)) return undefined
  const target = new URL(url, location.href)
  return ['http:', 'https:'].includes(target.protocol) ? target : undefined
}
