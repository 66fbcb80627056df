/** Creates a mulberry32 generator: numbers in [0, 1) determined by a seed. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws whole numbers and items, equal for equal seeds. */
export function createRandom(seed: number) {
  const random = seededRandom(seed)
  const below = (bound: number): number => Math.floor(random() * bound)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  return { below, pick }
}
export type Random = ReturnType<typeof createRandom>

/** Seeds of generated inputs. */
export const SEEDS = Array.from({ length: 400 }, (_, at) => at + 1)
