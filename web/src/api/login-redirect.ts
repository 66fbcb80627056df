import { setUserInfo } from './session.state.ts'
import { clearTab } from './tab-memory.ts'

/** The key in the session storage of the time at which the page was last left for the log-in page. */
const LEFT_AT = 'scinav.left-for-login'

/** A return to `/error` within this time, in milliseconds, is a redirect loop: no user completes a log-in that fast. */
const MIN_ROUND_TRIP_MS = 10_000

/**
 * Redirects to the log-in page at the server's `url`, passing the present screen or `hash` as the return address. Where
 * that page is missing, the server leads to `/error`, whose guard would redirect again; in that case the screen that
 * reports the missing log-in page is shown instead. Does nothing when the address is unsafe.
 */
export function goToLogin(url: string, hash: string = location.hash): void {
  const target = safeUrl(url)
  if (!target) return
  if (isRedirectLoop()) {
    location.replace('#/noLoginError?from=%2Fhome')
    return
  }
  if (hash.startsWith('#/')) target.searchParams.set('return', hash)
  recordDeparture()
  location.assign(target.href)
}

/** Clears the session and this tab's stored data, and goes to the address that the log-out call returned. */
export function logOutTo(url: string): void {
  clearTab()
  setUserInfo({})
  goTo(url)
}

/** Leaves the page for an address that the server named. Does nothing when the address is unsafe. */
export function goTo(url: string): void {
  const target = safeUrl(url)
  if (target) location.assign(target.href)
}

/** Whether the log-in page has just led straight back to `/error`. */
function isRedirectLoop(): boolean {
  if (!location.hash.startsWith('#/error')) return false
  try {
    return Date.now() - Number(sessionStorage.getItem(LEFT_AT)) < MIN_ROUND_TRIP_MS
  } catch {
    return false
  }
}

/** Stores when the page was left; where storage is blocked, a redirect loop is not noticed. */
function recordDeparture(): void {
  try {
    sessionStorage.setItem(LEFT_AT, String(Date.now()))
  } catch {
    return
  }
}

/**
 * Returns the URL if the browser may be sent there; rejects `javascript:` and every other scheme but http and https.
 */
function safeUrl(url: string): URL | undefined {
  if (!URL.canParse(url, location.href)) return undefined
  const target = new URL(url, location.href)
  return ['http:', 'https:'].includes(target.protocol) ? target : undefined
}
