import { lengthOf, type Slot } from './slots.ts'

/** Terms that together say the first characters of a run, and how many they are. */
interface Cover {
  count: number
  last: { term: string; offset: number } | null
  before: Cover | null
}

/**
 * The fewest terms that together say a run's characters, with their positions: 图神经网络 is 图神 and 神经网络.
 * Terms may overlap; of as few terms the later ones are longer.
 */
export function cover(run: Slot[]): { term: string; offset: number }[] {
  const covers: Cover[] = [{ count: 0, last: null, before: null }]
  for (let end = 1; end <= run.length; end++)
    covers.push({ count: Number.POSITIVE_INFINITY, last: null, before: null })
  run.forEach((slot, start) => {
    for (const term of [slot.stem, ...slot.longer.map((token) => token.term)]) {
      const end = start + lengthOf(term)
      if (end > run.length) continue
      const best = covers.slice(start, end).reduce((a, b) => (b.count < a.count ? b : a))
      if (best.count + 1 < (covers[end]?.count ?? 0)) {
        covers[end] = { count: best.count + 1, last: { term, offset: slot.position }, before: best }
      }
    }
  })
  const parts: { term: string; offset: number }[] = []
  for (let at: Cover | null = covers[run.length] ?? null; at?.last; at = at.before) parts.unshift(at.last)
  return parts
}
