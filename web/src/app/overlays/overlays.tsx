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
  const isPaletteOpen = usePaletteOpen((state) => state.open)
  const isRobotOpen = useHomeState((state) => state.aiRobotOpen)
  const isSummaryOpen = useSummaryOpen()
  const [mayHaveUploads] = useState(mayHaveStoredUploads)
  const hasUploads = useUploadList(({ uploads }) => uploads.length > 0)
  useEffect(() => {
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])
  return (
    <>
      {isPaletteOpen && (
        <Suspense>
          <Palette />
        </Suspense>
      )}
      {isRobotOpen && (
        <Suspense>
          <AiRobot onClose={() => useHomeState.setState({ aiRobotOpen: false })} />
        </Suspense>
      )}
      {(hasUploads || mayHaveUploads) && (
        <Suspense>
          <UploadTray />
        </Suspense>
      )}
      <Panels />
      <PaperOverlays />
      {isSummaryOpen && (
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

/** Opens the palette on Ctrl K, ⌘ K and `/`; where the screen has a search field, `/` focuses that. */
function handleKeyDown(event: KeyboardEvent): void {
  const isCommandK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
  const isSlash =
    event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isEditable(event.target)
  if (!isCommandK && !isSlash) return
  event.preventDefault()
  const screenField = isSlash ? findScreenSearchField() : null
  if (screenField) screenField.focus()
  else openPalette()
}

/** Returns the field of the screen's own search box, or null when it has none. */
function findScreenSearchField(): HTMLElement | null {
  const [path = ''] = location.hash.slice(1).split('?')
  return hasOwnSearch(path) ? document.querySelector<HTMLElement>('main search input') : null
}

/** Returns whether an element takes typed text, so that keys pressed in it are no commands. */
function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
