import { setUserInfo } from './session.state.ts'
import { clearTab } from './tab-memory.ts'

const LEFT_AT = 'scinav.left-for-login'

/** A log-in page that is there lets nobody come back as a stranger this soon, in milliseconds. */
const MIN_ROUND_TRIP_MS = 10_000

/**
 * Goes to the log-in page the server named, with a way back: to the present screen, or to `hash`. Where that page is
 * missing the server leads to `/error`, which asks who is logged in and would leave again: then the page that says so
 * takes its place.
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

/** Forgets who is logged in and what this tab keeps for them, and goes to the address that log-out answered. */
export function logOutTo(url: string): void {
  clearTab()
  setUserInfo({})
  goTo(url)
}

/** Leaves the page for an address that the server named. */
export function goTo(url: string): void {
  const target = safeUrl(url)
  if (target) location.assign(target.href)
}

/** Whether the log-in page has just led to `/error`, and nowhere else. */
function isRedirectLoop(): boolean {
  if (!location.hash.startsWith('#/error')) return false
  try {
    return Date.now() - Number(sessionStorage.getItem(LEFT_AT)) < MIN_ROUND_TRIP_MS
  } catch {
    return false
  }
}

function recordDeparture(): void {
  try {
    sessionStorage.setItem(LEFT_AT, String(Date.now()))
  } catch {
    return
  }
}

/** An address the browser may be sent to: `javascript:` and the like are refused. */
function safeUrl(url: string): URL | undefined {
  if (!URL.canParse(url, location.href)) return undefined
  const target = new URL(url, location.href)
  return ['http:', 'https:'].includes(target.protocol) ? target : undefined
}
