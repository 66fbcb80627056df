import { api } from '@scinav/contract'
import type { QueryClient } from '@tanstack/react-query'
import { call, type Failure } from '../../api/call.ts'
import { setConnectionLost, setUserInfo } from '../../api/session.state.ts'
import { claimTab } from '../../api/tab-memory.ts'
import { isSessionReady, loadOncePerLogIn, waitForMenus } from './log-in-loads.ts'

/** The check that began before the first screen was there, until that screen asks for it. */
let earlyCheck: { address: string; check: Promise<Failure | undefined> } | undefined

/**
 * Begins the first screen's check, so that the server works while the browser reads the code. Resolves
 * when the guards can decide.
 */
export async function beginLoginCheck(cache: QueryClient, address: string): Promise<void> {
  earlyCheck = { address, check: fetchCurrentUser(cache) }
  const failure = await earlyCheck.check
  if (!failure) await waitForMenus()
}

/**
 * Asks who is logged in, fills or empties the user info, and after a good answer runs the loads of a
 * log-in. Resolves to the failure, if it failed.
 */
export function checkLogin(cache: QueryClient, address: string): Promise<Failure | undefined> {
  const check = earlyCheck?.address === address ? earlyCheck.check : fetchCurrentUser(cache)
  earlyCheck = undefined
  return check
}

let checkCount = 0

async function fetchCurrentUser(cache: QueryClient): Promise<Failure | undefined> {
  checkCount += 1
  const turn = checkCount
  const answer = await call(api.user.current, {})
  // A later question is under way: its answer counts, whichever comes first.
  if (turn !== checkCount) return undefined
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
 * Asks once more: when the person comes back to the tab, so that the menus follow what was changed elsewhere, and while
 * the server gives no answer. That nobody answers takes no screen away; it is said above it.
 */
export async function recheckLogin(cache: QueryClient): Promise<void> {
  if (isSessionReady()) await fetchCurrentUser(cache)
}
