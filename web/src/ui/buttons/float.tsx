import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import styles from './buttons.module.css'

interface FloatProps {
  /** The button that has opened it and next to which it is placed. */
  anchor: RefObject<HTMLElement | null>
  /** Whether it is wide enough for sentences. */
  wide?: boolean
  /** The element it is; `span` where it stands within a paragraph. */
  as?: 'div' | 'span'
  children: ReactNode
}

/** Renders what a button has opened, in the browser's top layer, so that no ancestor of the button clips or covers it. */
export function Float({ anchor, wide = false, as: Box = 'div', children }: FloatProps) {
  const float = useRef<HTMLDivElement & HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const reposition = () => {
      if (anchor.current && float.current) positionFloat(float.current, anchor.current)
    }
    float.current?.showPopover?.()
    reposition()
    addEventListener('resize', reposition)
    addEventListener('scroll', reposition, true)
    return () => {
      removeEventListener('resize', reposition)
      removeEventListener('scroll', reposition, true)
    }
  }, [anchor])
  return (
    <Box ref={float} className={styles.float} data-wide={wide} popover="manual">
      {children}
    </Box>
  )
}

/** Gap between the button and the float, and minimum gap between the float and the window's edge, in pixels. */
const GAP_PX = 8

/** Positions the float under the button, or above it where there is more room, and always inside the window. */
function positionFloat(float: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = float
  const opensUpward = bottom + GAP_PX + height > innerHeight && top > innerHeight - bottom
  // Aligned with the right edge of the button, or with its left edge where the float would leave the window.
  const preferredLeft = right - width < GAP_PX ? left : right - width
  const preferredTop = opensUpward ? top - GAP_PX - height : bottom + GAP_PX
  float.style.left = `${Math.max(GAP_PX, Math.min(preferredLeft, innerWidth - width - GAP_PX))}px`
  float.style.top = `${Math.max(GAP_PX, preferredTop)}px`
}

/** Calls `close` when the user presses outside of `root` while it is open. */
export function useCloseOutside(
  root: { current: HTMLElement | null },
  open: boolean,
  close: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is new at every render and always the same action
  useEffect(() => {
    if (!open) return
    const onPointerDown = (event: PointerEvent) => {
      if (!(event.target instanceof Node && root.current?.contains(event.target))) close()
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [open])
}
