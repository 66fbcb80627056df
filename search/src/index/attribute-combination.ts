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

/** Numbers above all types, years and values of open access, by which the four values form one key. */
const [TYPE_LIMIT, YEAR_LIMIT, OA_LIMIT] = [16, 16_384, 2]

/**
 * Numbers the combinations of year, type, language and open access that occur in papers, from 0 in order of appearance:
 * `mix` is the number of each paper, `mixes` has `COMBINATION_ENTRIES` per number. There are few, so that counting
 * combinations counts four facets at once.
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
    const [docYear, docType, docLanguage] = entries
    // A language number has 32 bits and the others take 19 more: the key is exact in 53 bits.
    const key = ((docLanguage * TYPE_LIMIT + docType) * YEAR_LIMIT + docYear) * OA_LIMIT + oa
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
