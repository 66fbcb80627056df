import { FLAGS } from './layout.ts'

/** The columns that are combined, with one entry per paper. */
interface AttributeColumns {
  year: Uint16Array
  type: Uint8Array
  language: Uint32Array
  flags: Uint8Array
}

/** Number of entries of `mixes` per combination: year, type, language and open access. */
export const COMBINATION_ENTRIES = 4

/**
 * Numbers the combinations of year, type, language and open access that occur in papers: `mix` is the number of each
 * paper, `mixes` the four values of each number. There are few, so that counting combinations counts four facets at
 * once.
 */
export function combinationColumns({ year, type, language, flags }: AttributeColumns): {
  mix: Uint16Array
  mixes: Uint32Array
} {
  const numbers = new Map<number, number>()
  const mixes: number[] = []
  const mix = new Uint16Array(year.length)
  for (let doc = 0; doc < year.length; doc += 1) {
    const oa = (flags[doc] ?? 0) & FLAGS.oa
    const entries = [year[doc] ?? 0, type[doc] ?? 0, language[doc] ?? 0, oa] as const
    // Types are below 16 and years below 16,384; a language number leaves room for that in 53 bits.
    const key = ((entries[2] * 16 + entries[1]) * 16_384 + entries[0]) * 2 + oa
    let number = numbers.get(key)
    if (number === undefined) {
      number = numbers.size
      numbers.set(key, number)
      mixes.push(...entries)
    }
    mix[doc] = number
  }
  return { mix, mixes: Uint32Array.from(mixes) }
}
