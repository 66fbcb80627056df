import { api } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { call, type Failure } from '../../api/call.ts'
import { setConnectionLost } from '../../api/connection.state.ts'
import { setUserInfo } from '../../api/session.state.ts'
import { claimTab } from '../../api/tab-memory.ts'
import { isSessionReady, loadOncePerLogIn, waitForMenus } from './log-in-loads.ts'

/** The check started before the first screen was loaded, until a screen requests one. */
let earlyCheck: { address: string; check: Promise<Failure | undefined> } | undefined

/**
 * Starts the first screen's check early, so that the server works while the browser loads the code. Resolves when the
 * guards can decide.
 */
export async function beginLoginCheck(cache: QueryClient, address: string): Promise<void> {
  earlyCheck = { address, check: fetchCurrentUser(cache) }
  const failure = await earlyCheck.check
  if (!failure) await waitForMenus()
}

/**
 * Checks who is logged in before the screen at `address` is shown. The first screen takes over the check that was
 * started early for its address. Resolves as `fetchCurrentUser`.
 */
export function checkLogin(cache: QueryClient, address: string): Promise<Failure | undefined> {
  const check = earlyCheck?.address === address ? earlyCheck.check : fetchCurrentUser(cache)
  earlyCheck = undefined
  return check
}

/** Number of checks started in this page; identifies the latest one. */
let checkCount = 0

/**
 * Asks the server who is logged in, updates the user info and the state of the connection, and after a success starts
 * the loads that run once per log-in. Resolves to the failure when nobody is logged in or the check fails before the
 * session is ready; to undefined after a success, when a later check has superseded this one, and when only the
 * connection of a ready session is lost.
 */
async function fetchCurrentUser(cache: QueryClient): Promise<Failure | undefined> {
  checkCount += 1
  const checkNumber = checkCount
  const answer = await call(api.user.current, {})
  // A later check is running: its result counts, whichever arrives first.
  if (checkNumber !== checkCount) return undefined
  if (answer.success) {
    setConnectionLost(false)
    claimTab(answer.data.id)
    setUserInfo(answer.data)
    loadOncePerLogIn(cache, answer.data.id)
    return undefined
  }
  const isOnlyConnectionLost = answer.problem !== 'login.required' && isSessionReady()
  if (isOnlyConnectionLost) {
    setConnectionLost(true)
    return undefined
  }
  setConnectionLost(false)
  setUserInfo({})
  return answer
}

/**
 * Repeats the check once screens are shown: when the user returns to the tab, so that changes of the log-in and the
 * account made elsewhere appear, and while the server does not respond. A missing response removes no screen; a banner
 * above it reports that.
 */
export async function recheckLogin(cache: QueryClient): Promise<void> {
  if (isSessionReady()) await fetchCurrentUser(cache)
}
