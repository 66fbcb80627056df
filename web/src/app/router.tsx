import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { createHashRouter, Navigate, Outlet, type RouteObject, useLocation } from 'react-router'
import { sleep } from '../api/sleep.ts'
import { fetchPart } from '../ui/lazy-part.ts'
import { clearScreenToasts } from '../ui/toasts/toast.state.ts'
import { Toasts } from '../ui/toasts/toasts.tsx'
import { FailedView } from '../ui/views/state-view.tsx'
import { isPublicPath, useGuards } from './entry/guards.ts'
import { isSessionReady } from './entry/log-in-loads.ts'
import { beginLoginCheck } from './entry/login-check.ts'
import { usePageTitle } from './entry/page-title.ts'
import { hasScreen, routes, type ScreenRoute } from './entry/routes.ts'
import { Layout } from './layout.tsx'
import { KeysHelp } from './overlays/keys-help.tsx'
import { PaperOverlays } from './overlays/paper-overlays.tsx'
import { ConnectionBanner } from './shell/connection-banner.tsx'

/**
 * Returns the route of a screen, or none for a screen that is not built. The router fetches the code before it shows
 * the screen. `React.lazy` would do so too, but holds a screen back for 300 ms once it has shown a fallback.
 */
function screenRoutes({ path, load, plain }: ScreenRoute): RouteObject[] {
  if (!load) return []
  const lazy = async () => ({ Component: await fetchPart(plain ? load : () => loadInAntd(load)) })
  return [{ path, caseSensitive: true, lazy, errorElement: <ScreenCrash /> }]
}

/** Loads a screen and the antd set-up at the same time; resolves to the screen inside that set-up. */
async function loadInAntd(load: () => Promise<ComponentType>): Promise<ComponentType> {
  const [Screen, { Antd }] = await Promise.all([load(), import('../ui/antd.tsx')])
  return () => (
    <Antd>
      <Screen />
    </Antd>
  )
}

/** Renders screens without the layout; papers open over them too. */
function BareLayout() {
  return (
    <>
      <Outlet />
      <PaperOverlays />
    </>
  )
}

/** The router of the application. */
type Router = ReturnType<typeof createHashRouter>

/** Returns the routes of the screens that are shown in a frame. */
const routesInFrame = (frame: ScreenRoute['frame']) =>
  routes.filter((route) => route.frame === frame).flatMap(screenRoutes)

/** Creates the hash router. `Root` guards every address and redirects those without a screen. */
export function createRouter() {
  return createHashRouter([
    {
      element: <Root />,
      errorElement: <ScreenCrash />,
      HydrateFallback: LayoutSkeleton,
      children: [
        { element: <Layout />, children: routesInFrame('layout') },
        { element: <BareLayout />, children: routesInFrame('bare') },
        // Lets `Root`, and with it the guards, run at unknown paths too: without it the router would show its own
        // error.
        { path: '*', element: null },
      ],
    },
  ])
}

/** How long the first screen waits for its data, in milliseconds; with them it is rendered once, without skeletons. */
const DATA_WAIT_MS = 300

/**
 * Checks the log-in while the first screen's code loads. Resolves when that screen, or whatever replaces it, can be
 * rendered without a gap; until then the skeleton of index.html stays.
 */
export async function waitForFirstScreen(router: Router, cache: QueryClient): Promise<void> {
  const { pathname, search } = router.state.location
  let data: Promise<void> | undefined
  if (hasScreen(pathname) && !isPublicPath(pathname)) {
    await beginLoginCheck(cache, pathname + search)
    if (isSessionReady()) data = prefetchData(pathname, search, cache)
  }
  await waitForRouter(router)
  await Promise.race([data, sleep(DATA_WAIT_MS)])
}

/** Reads what the first screen shows, while its code is fetched. */
async function prefetchData(path: string, search: string, cache: QueryClient): Promise<void> {
  const route = routes.find((one) => one.path === path)
  // Without the code, the screen's own reads follow.
  const prefetch = await route?.prefetch?.().catch(() => undefined)
  await prefetch?.(cache, new URLSearchParams(search))
}

/** Resolves when the router has fetched the code of the first screen. */
function waitForRouter(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe((state) => {
      if (!state.initialized) return
      stop()
      resolve()
    })
  })
}

/** Guards every address; nothing of a screen is shown before the guards have decided. */
export function Root() {
  const result = useGuards()
  const { pathname } = useLocation()
  usePageTitle()
  // biome-ignore lint/correctness/useExhaustiveDependencies: toasts end when the screen changes
  useEffect(clearScreenToasts, [pathname])
  if (result === 'waiting') return <LayoutSkeleton />
  if (result !== 'open') return <Navigate to={result.to} replace />
  return (
    <>
      {!isPublicPath(pathname) && <ConnectionBanner />}
      <Outlet />
      <KeysHelp />
      <Toasts />
    </>
  )
}

/** Renders the replacement of a screen that could not be loaded or crashed. */
function ScreenCrash() {
  return (
    <FailedView
      title="这个页面没能打开"
      note="可能是网络中断，或者刚刚更新了版本"
      action={{ name: '重新加载', run: () => location.reload() }}
    />
  )
}

/** Renders the skeleton that index.html paints first, shown while the guards are waiting. */
function LayoutSkeleton() {
  return (
    <div className="skeleton" role="status">
      <span className="sr-only">正在载入</span>
      <div className="skeleton-sider" aria-hidden="true">
        <div className="skeleton-brand">
          <i />
          <span>科学导航</span>
        </div>
        <b />
        <b />
        <b />
        <b />
        <b />
      </div>
      <div className="skeleton-top" aria-hidden="true">
        <b />
      </div>
      <div className="skeleton-main" aria-hidden="true">
        <b />
        <b />
        <b />
      </div>
    </div>
  )
}
