import type { JournalClass } from '@scinav/contract'

/** A class with the ones above it, from the top down. */
export function wayTo(classes: readonly JournalClass[], code: string): JournalClass[] {
  for (const one of classes) {
    if (one.code === code) return [one]
    const below = wayTo(one.children, code)
    if (below.length > 0) return [one, ...below]
  }
  return []
}
