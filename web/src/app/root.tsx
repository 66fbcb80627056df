import { Navigate, Outlet } from 'react-router'
import { Toasts } from '../ui/toasts.tsx'
import { useGuards } from './guards.ts'
import { LayoutSkeleton } from './layout-skeleton.tsx'
import { usePageTitle } from './page-title.ts'

/** Guards every address; nothing of a screen shows before they are through. */
export function Root() {
  const passage = useGuards()
  usePageTitle()
  if (passage === 'waiting') return <LayoutSkeleton />
  if (passage !== 'open') return <Navigate to={passage.to} replace />
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}
