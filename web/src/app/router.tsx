import { type ComponentType, lazy } from 'react'
import { createHashRouter, type RouteObject } from 'react-router'
import { Layout } from './layout.tsx'
import { Root } from './root.tsx'
import { routes, type ScreenRoute } from './routes.ts'
import { ScreenCrash } from './screen-crash.tsx'

function screenOf({ path, load, plain }: ScreenRoute): RouteObject[] {
  if (!load) return []
  const Screen = lazy(async () => ({ default: plain ? await load() : await inAntd(load) }))
  return [{ path, caseSensitive: true, element: <Screen />, errorElement: <ScreenCrash /> }]
}

async function inAntd(load: () => Promise<ComponentType>): Promise<ComponentType> {
  const [Screen, { Antd }] = await Promise.all([load(), import('../ui/antd.tsx')])
  return () => (
    <Antd>
      <Screen />
    </Antd>
  )
}

const framed = (frame: ScreenRoute['frame']) =>
  routes.filter((route) => route.frame === frame).flatMap(screenOf)

/** The hash router. `Root` guards every address and sends away those that no screen answers to. */
export const router = createHashRouter([
  {
    element: <Root />,
    errorElement: <ScreenCrash />,
    children: [
      { element: <Layout />, children: framed('layout') },
      ...framed('bare'),
      { path: '*', element: null },
    ],
  },
])

/** Fetches the code of the screen in the address bar while the first calls are still under way. */
export function fetchFirstScreen(): void {
  const path = location.hash.slice(1).split('?', 1).join('') || '/home'
  const route = routes.find((one) => one.path === path)
  if (!route?.load) return
  // A failure shows when the screen itself is opened.
  void (route.plain ? route.load() : inAntd(route.load)).catch(() => undefined)
}
