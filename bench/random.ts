/** Reproducible random choices. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  share: () => number
  /** An integer from 0 (inclusive) to `limit` (exclusive). */
  below: (limit: number) => number
  /** The same, with small numbers far more frequent. */
  skewed: (limit: number) => number
  /** True once in `times` on average. */
  once: (times: number) => boolean
  /** @throws for an empty list. */
  pick: <Value>(list: Value[]) => Value
}

/** Creates Marsaglia's xorshift generator, 32 bits. */
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
