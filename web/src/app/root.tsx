import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { leaveToasts } from '../ui/toast.state.ts'
import { Toasts } from '../ui/toasts.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { needsNoLogin, useGuards } from './guards.ts'
import { KeysHelp } from './keys-help.tsx'
import { LayoutSkeleton } from './layout-skeleton.tsx'
import { usePageTitle } from './page-title.ts'

/** Guards every address; nothing of a screen shows before they are through. */
export function Root() {
  const passage = useGuards()
  const { pathname } = useLocation()
  usePageTitle()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is what ends them
  useEffect(leaveToasts, [pathname])
  if (passage === 'waiting') return <LayoutSkeleton />
  if (passage !== 'open') return <Navigate to={passage.to} replace />
  return (
    <>
      {!needsNoLogin(pathname) && <ConnectionBanner />}
      <Outlet />
      <KeysHelp />
      <Toasts />
    </>
  )
}
