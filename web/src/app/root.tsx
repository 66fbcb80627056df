import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { leaveToasts } from '../ui/toasts/toast.state.ts'
import { Toasts } from '../ui/toasts/toasts.tsx'
import { needsNoLogin, useGuards } from './entry/guards.ts'
import { usePageTitle } from './entry/page-title.ts'
import { KeysHelp } from './overlays/keys-help.tsx'
import { ConnectionBanner } from './shell/connection-banner.tsx'
import { LayoutSkeleton } from './shell/layout-skeleton.tsx'

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
