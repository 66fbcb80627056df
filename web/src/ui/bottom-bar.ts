/** The bottom bars on the screen. */
const bars = new Set<HTMLElement>()

/** Sets `--bottom-bar` to the height of the tallest bottom bar, so that toasts appear above it. */
function reserveRoom(): void {
  const heights = [...bars].map((bar) => bar.offsetHeight)
  document.documentElement.style.setProperty('--bottom-bar', `${Math.max(0, ...heights)}px`)
}

/** To be passed as the `ref` of an element at the bottom of the screen that toasts must not cover. */
export function bottomBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return
  const watch = new ResizeObserver(reserveRoom)
  bars.add(bar)
  watch.observe(bar)
  reserveRoom()
  return () => {
    watch.disconnect()
    bars.delete(bar)
    reserveRoom()
  }
}
