import { lazy, Suspense, useEffect } from 'react'
import { openPalette, usePaletteOpen } from './palette.state.ts'
import { Panels } from './panels.tsx'
import { PapersOver } from './papers-over.tsx'

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))

/** What stands over a screen: the command palette, the panels of `?panel=`, the paper of `?paper=`. */
export function Overlays() {
  const open = usePaletteOpen((state) => state.open)
  useEffect(() => {
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      {open && (
        <Suspense>
          <Palette />
        </Suspense>
      )}
      <Panels />
      <PapersOver />
    </>
  )
}

function listen(event: KeyboardEvent): void {
  const command = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
  const slash =
    event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event.target)
  if (!command && !slash) return
  event.preventDefault()
  openPalette()
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
