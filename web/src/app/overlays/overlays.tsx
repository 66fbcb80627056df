import { Suspense, useEffect, useState } from 'react'
import { useHomeState } from '../../api/specified.state.ts'
import { mayHaveStoredUploads } from '../../documents/upload/memory-flag.ts'
import { useUploadList } from '../../documents/upload/uploads.state.ts'
import { usePaperAddress } from '../../paper/addresses.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { hasOwnSearch } from '../entry/routes.ts'
import { openPalette, usePaletteOpen } from '../shell/palette.state.ts'
import { Panels } from './panels.tsx'
import { PaperOverlays } from './paper-overlays.tsx'

const AiRobot = lazyPart(() => import('./chat-panel.tsx').then((module) => module.AiRobot))
const SummaryDrawer = lazyPart(() => import('./chat-panel.tsx').then((module) => module.SummaryDrawer))
const UploadTray = lazyPart(() =>
  import('../../documents/upload/upload-tray.tsx').then((module) => module.UploadTray),
)
const Palette = lazyPart(() => import('../palette/palette.tsx').then((module) => module.Palette))

/**
 * Renders everything that lies over a screen: the command palette, the AI assistant, running uploads, the panel of
 * `?panel=`, the paper of `?paper=` and its summary.
 */
export function Overlays() {
  const open = usePaletteOpen((state) => state.open)
  const robot = useHomeState((state) => state.aiRobotOpen)
  const summary = useSummaryOpen()
  const [mayHave] = useState(mayHaveStoredUploads)
  const hasUploads = useUploadList(({ uploads }) => uploads.length > 0)
  useEffect(() => {
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])
  return (
    <>
      {open && (
        <Suspense>
          <Palette />
        </Suspense>
      )}
      {robot && (
        <Suspense>
          <AiRobot onClose={() => useHomeState.setState({ aiRobotOpen: false })} />
        </Suspense>
      )}
      {(hasUploads || mayHave) && (
        <Suspense>
          <UploadTray />
        </Suspense>
      )}
      <Panels />
      <PaperOverlays />
      {summary && (
        <Suspense>
          <SummaryDrawer onClose={() => useHomeState.setState({ summaryDrawerOpen: false })} />
        </Suspense>
      )}
    </>
  )
}

/** Whether the summary of the open paper is shown; it closes together with the paper. */
function useSummaryOpen(): boolean {
  const { paper } = usePaperAddress()
  const open = useHomeState((state) => state.summaryDrawerOpen)
  useEffect(() => {
    if (open && !paper) useHomeState.setState({ summaryDrawerOpen: false })
  }, [open, paper])
  return open && paper !== null
}

function handleKeyDown(event: KeyboardEvent): void {
  const command = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
  const slash =
    event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isEditable(event.target)
  if (!command && !slash) return
  event.preventDefault()
  const own = slash ? findScreenSearchField() : null
  if (own) own.focus()
  else openPalette()
}

/** Returns the field of the screen's own search box, or null when it has none. */
function findScreenSearchField(): HTMLElement | null {
  const [path = ''] = location.hash.slice(1).split('?')
  return hasOwnSearch(path) ? document.querySelector<HTMLElement>('main search input') : null
}

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
