/** Random choices that are the same in every run. */
export interface Random {
  /** From 0 to below 1. */
  share: () => number
  /** A whole number from 0 to below `limit`. */
  below: (limit: number) => number
  /** The same, small numbers far more often. */
  skewed: (limit: number) => number
  /** True once in `times`. */
  once: (times: number) => boolean
  /** @throws for an empty list. */
  pick: <Value>(list: Value[]) => Value
}

/** Marsaglia's xorshift, 32 bits. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) || 1
  function share(): number {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(share() * limit)
  return {
    share,
    below,
    skewed: (limit) => Math.floor(limit * share() ** 3),
    once: (times) => below(times) === 0,
    pick(list) {
      const value = list[below(list.length)]
      if (value === undefined) throw new Error('nothing to choose from')
      return value
    },
  }
}
