const bars = new Set<HTMLElement>()

/** Messages stand above what lies along the foot of the screen, however high it has grown. */
function reserveRoom(): void {
  const heights = [...bars].map((bar) => bar.offsetHeight)
  document.documentElement.style.setProperty('--bottom-bar', `${Math.max(0, ...heights)}px`)
}

/** The `ref` of an element along the foot of the screen that messages must not cover. */
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
