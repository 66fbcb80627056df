import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { usePanel } from '../../ui/dialogs/use-panel.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { isUnclaimedKey } from '../../ui/use-row-keys.ts'

const KeysPanel = lazyPart(() => import('./keys-panel.tsx').then((module) => module.KeysPanel))

/** The path of the search results. */
const RESULTS_PATH = '/home/searchResult'

/** Opens the list of keyboard shortcuts on `?`, on every screen, unless something else takes the key. */
export function KeysHelp() {
  const { pathname } = useLocation()
  const { open } = usePanel()
  /** The path on which the list is open: hidden on any other, it is back with that path until it is closed. */
  const [shownOn, setShownOn] = useState<string>()

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || !isUnclaimedKey(event)) return
      event.preventDefault()
      // The panel of the query syntax also lists the shortcuts of the results.
      if (pathname === RESULTS_PATH) open('syntax')
      else setShownOn(pathname)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [pathname, open])

  if (shownOn !== pathname) return null
  return (
    <Suspense>
      <KeysPanel path={pathname} onClose={() => setShownOn(undefined)} />
    </Suspense>
  )
}
