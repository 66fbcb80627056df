import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useUser } from '../../api/session.state.ts'
import { useHomeState } from '../../api/specified.state.ts'
import { loadLogo, useMenusKnownFor } from './log-in-loads.ts'
import { checkLogin, recheckLogin } from './login-check.ts'
import { hasScreen, NOT_FOUND, redirects } from './routes.ts'

/** The decision of the guards on the present address: go elsewhere, wait for the log-in check, or show the screen. */
export type GuardResult = { to: string } | 'waiting' | 'open'

/** Whether a path requires no log-in. Source: specification §2, guard 1. */
export function isPublicPath(path: string): boolean {
  return path.includes('/noLoginError') || path.includes('/register')
}

/** Whether the user may not open a path. Compared exactly. Source: specification §2, guard 2. */
export function isForbidden(path: string, noAuthMenus: readonly string[]): boolean {
  return path !== '/error' && noAuthMenus.includes(path)
}

/** Checks the log-in at every address and decides whether the screen may be shown. */
export function useGuards(): GuardResult {
  const { pathname, search } = useLocation()
  const user = useUser()
  const menusKnownFor = useMenusKnownFor(({ userId }) => userId)
  const noAuthMenus = useHomeState((state) => state.noAuthMenus)
  const redirect = redirects[pathname] ?? (hasScreen(pathname) ? undefined : NOT_FOUND)
  useLoginCheck(redirect === undefined ? pathname + search : undefined)
  useLoginRecheck(user !== undefined && !isPublicPath(pathname))

  if (redirect) return { to: redirect }
  if (isForbidden(pathname, noAuthMenus)) return { to: NOT_FOUND }
  if (isPublicPath(pathname)) return 'open'
  return user && user.id === menusKnownFor ? 'open' : 'waiting'
}

/**
 * Checks the log-in at every address that needs one; leads to `/noLoginError` when the server does not respond. Without
 * an address, because another one follows, it checks nothing.
 */
function useLoginCheck(address: string | undefined): void {
  const cache = useQueryClient()
  const navigate = useNavigate()

  useEffect(() => {
    if (address === undefined) return
    if (isPublicPath(address.split('?', 1).join(''))) {
      void loadLogo(cache)
      return
    }
    let isCurrent = true
    void checkLogin(cache, address).then((failure) => {
      // Where a log-in is required, the call has already redirected the browser.
      if (!isCurrent || !failure || failure.problem === 'login.required') return
      navigate(`/noLoginError?from=${encodeURIComponent(address)}`, { replace: true })
    })
    return () => {
      isCurrent = false
    }
  }, [address, cache, navigate])
}

/** Repeats the log-in check whenever the user returns to the tab. */
function useLoginRecheck(enabled: boolean): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (!enabled) return
    const onVisibilityChange = () => {
      if (document.visibilityState === 'visible') void recheckLogin(cache)
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => document.removeEventListener('visibilitychange', onVisibilityChange)
  }, [enabled, cache])
}
