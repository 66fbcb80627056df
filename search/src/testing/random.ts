/** Random choices that are reproducible from a seed. */
export interface Random {
  /** Returns an integer from 0 to `limit`, exclusive. */
  below: (limit: number) => number
  /** Returns true with probability 1 / `times`. */
  once: (times: number) => boolean
  pick: <Value>(list: readonly [Value, ...Value[]]) => Value
  /** Returns `least` to `most` values. */
  some: <Value>(least: number, most: number, make: () => Value) => Value[]
}

/** Creates Marsaglia's 32-bit xorshift generator. */
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
