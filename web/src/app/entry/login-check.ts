import { api } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { call, type Failure } from '../../api/call.ts'
import { setConnectionLost } from '../../api/connection.state.ts'
import { setUserInfo } from '../../api/session.state.ts'
import { claimTab } from '../../api/tab-memory.ts'
import { isSessionReady, loadOncePerLogIn, waitForMenus } from './log-in-loads.ts'

/** The check started before the first screen was loaded, until that screen requests it. */
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
 * Fetches the current user, sets or clears the user info, and after a success runs the loads of a log-in. Resolves to
 * the failure, if any.
 */
export function checkLogin(cache: QueryClient, address: string): Promise<Failure | undefined> {
  const check = earlyCheck?.address === address ? earlyCheck.check : fetchCurrentUser(cache)
  earlyCheck = undefined
  return check
}

/** Number of checks started in this page; identifies the latest one. */
let checkCount = 0

/** Asks the server who is logged in, and updates the user info and the state of the connection. */
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
  if (answer.problem !== 'login.required' && isSessionReady()) {
    setConnectionLost(true)
    return undefined
  }
  setConnectionLost(false)
  setUserInfo({})
  return answer
}

/**
 * Repeats the check when the user returns to the tab, so that the menus reflect changes made elsewhere, and while the
 * server does not respond. A missing response removes no screen; a banner above it reports that.
 */
export async function recheckLogin(cache: QueryClient): Promise<void> {
  if (isSessionReady()) await fetchCurrentUser(cache)
}
