import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { DraftStep } from './plan-draft.ts'

/** The props to spread on a drag handle. */
export interface DragHandleProps {
  onKeyDown: (event: KeyboardEvent) => void
  onPointerDown: (event: PointerEvent) => void
}

/**
 * Reorders the items of a list by their handles, by dragging or with the arrow keys. A moved handle keeps the focus;
 * `announcement` is the new position, for screen readers; `''` before the first move.
 */
export function useReorder(
  list: RefObject<HTMLElement | null>,
  steps: readonly DraftStep[],
  move: (from: number, to: number) => void,
) {
  const [announcement, setAnnouncement] = useState('')
  /** Key of the item that was just moved. */
  const movedKey = useRef<string>(undefined)
  const latest = useRef({ steps, move })
  latest.current = { steps, move }

  // Moving an item within the document takes the focus from its handle.
  useLayoutEffect(() => {
    const index = steps.findIndex(({ key }) => key === movedKey.current)
    movedKey.current = undefined
    if (index >= 0) list.current?.children[index]?.querySelector<HTMLElement>('[data-handle]')?.focus()
  }, [steps, list])

  const moveAndAnnounce = (from: number, to: number) => {
    // During a drag the list is rendered again; the handlers below belong to an earlier rendering.
    const { steps: now, move: moveNow } = latest.current
    if (to < 0 || to >= now.length || to === from) return
    movedKey.current = now[from]?.key
    setAnnouncement(`已移到第 ${to + 1} 步，共 ${now.length} 步`)
    moveNow(from, to)
  }
  const handleOf = (at: number): DragHandleProps => ({
    onKeyDown: (event) => {
      const to = keyTarget(event.key, at, steps.length)
      if (to === undefined) return
      event.preventDefault()
      moveAndAnnounce(at, to)
    },
    onPointerDown: ({ button }) => {
      if (button !== 0) return
      let from = at
      const onMove = ({ clientY }: globalThis.PointerEvent) => {
        const to = dropIndex(list.current, clientY, from)
        if (to === from) return
        moveAndAnnounce(from, to)
        from = to
      }
      const stop = () => {
        document.removeEventListener('pointermove', onMove)
        for (const name of ['pointerup', 'pointercancel']) document.removeEventListener(name, stop)
      }
      document.addEventListener('pointermove', onMove)
      for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, stop)
    },
  })
  return { handleOf, announcement }
}

/** Returns the index to which a key moves the item at `at`; undefined for other keys. */
function keyTarget(key: string, at: number, count: number): number | undefined {
  const targets: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1 }
  return targets[key]
}

/** Returns the index of the item whose middle the pointer has passed, or `from` when it has passed none. */
function dropIndex(list: HTMLElement | null, y: number, from: number): number {
  const middles = [...(list?.children ?? [])].map((item) => {
    const { top, height } = item.getBoundingClientRect()
    return top + height / 2
  })
  const above = middles.findIndex((middle, at) => at < from && y < middle)
  if (above >= 0) return above
  const below = middles.findLastIndex((middle, at) => at > from && y > middle)
  return below >= 0 ? below : from
}
