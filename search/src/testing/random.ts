/** Random choices that are the same in every run with the same seed. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  below: (limit: number) => number
  /** True once in `times`. */
  once: (times: number) => boolean
  pick: <Value>(list: readonly [Value, ...Value[]]) => Value
  /** Between `least` and `most` values. */
  some: <Value>(least: number, most: number, make: () => Value) => Value[]
}

/** Marsaglia's xorshift, 32 bits. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) || 1
  function below(limit: number): number {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return Math.floor(((state >>> 0) / 2 ** 32) * limit)
  }
  return {
    below,
    once: (times) => below(times) === 0,
    pick: ([first, ...others]) => [first, ...others][below(others.length + 1)] ?? first,
    some: (least, most, make) => Array.from({ length: least + below(most - least + 1) }, make),
  }
}
