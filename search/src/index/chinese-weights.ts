import { CJK_UNIT, unitKind } from '../analysis/unit-kind.ts'
import { POSITION_BITS, type SortedOccurrences } from './inverter.ts'
import { ANY_MASK, MASKS } from './layout.ts'
import type { TermTable } from './term-table.ts'

/** Script of a term: not Chinese (also Japanese and Korean), one or two Chinese characters, or more. */
const TERM_SCRIPT = { other: 0, pair: 1, longer: 2 } as const

/** Lower bound of the first UTF-8 byte of characters that count as Chinese. */
const MIN_FIRST_BYTE = 0xe3
/** Lower bound of the second byte of such characters beyond the basic multilingual plane, which take four bytes. */
const MIN_SECOND_BYTE = 0xa0
const FOUR_BYTE_START = 0xf0
/** Maximum size of two characters: four bytes each. Three characters of three bytes each take nine. */
const MAX_PAIR_BYTES = 8

/** Returns the script of a term in UTF-8: 0 not Chinese, 1 at most two Chinese characters, 2 more. */
export function termScript(bytes: Uint8Array, start: number, end: number): number {
  const [first = 0, second = 0, third = 0] = [bytes[start], bytes[start + 1], bytes[start + 2]]
  if (first < MIN_FIRST_BYTE) return TERM_SCRIPT.other
  const code = ((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f)
  if (first >= FOUR_BYTE_START ? second < MIN_SECOND_BYTE : unitKind(code) !== CJK_UNIT)
    return TERM_SCRIPT.other
  return end - start <= MAX_PAIR_BYTES ? TERM_SCRIPT.pair : TERM_SCRIPT.longer
}

/** Numbers of Chinese character pairs in the title and abstract of papers, by paper. */
export interface PairCounts {
  all: Uint32Array
  /** Those that the paper has contained before. */
  repeated: Uint32Array
}

/** Counts character pairs by paper; terms of other scripts are skipped. */
export function countPairs(
  { bytes, starts }: TermTable,
  sorted: SortedOccurrences,
  papers: number,
): PairCounts {
  const pairs: PairCounts = { all: new Uint32Array(papers), repeated: new Uint32Array(papers) }
  for (let at = 0; at < sorted.order.length; at += 1) {
    const number = sorted.order[at] ?? 0
    const [start, end] = [starts.array[number] ?? 0, starts.array[number + 1] ?? 0]
    if (termScript(bytes.array, start, end) === TERM_SCRIPT.pair)
      countTerm(pairs, sorted, sorted.starts[at] ?? 0, sorted.starts[at + 1] ?? 0)
  }
  return pairs
}

/** Counts one pair, whose occurrences from..to are ordered by paper. */
function countTerm(
  { all, repeated }: PairCounts,
  { place, field }: SortedOccurrences,
  from: number,
  to: number,
): void {
  let previousDoc = -1
  for (let at = from; at < to; at += 1) {
    const mask = (field[at] ?? 0) & ANY_MASK
    if (mask !== MASKS.title && mask !== MASKS.abstract) continue
    const doc = (place[at] ?? 0) >>> POSITION_BITS
    all[doc] = (all[doc] ?? 0) + 1
    if (doc === previousDoc) repeated[doc] = (repeated[doc] ?? 0) + 1
    previousDoc = doc
  }
}

/** Weight of a word in a text without repeated pairs. */
const MAX_WEIGHT = 10
/** Number of repetitions that halves the weight. */
const HALVING_REPEATS = 10
/** Number of repetitions assumed for texts of fewer than `MIN_PAIRS` pairs. */
const USUAL_REPEATS = 45
/** Texts with fewer pairs are too short to be judged: a title without an abstract, or with a foreign one. */
const MIN_PAIRS = 50

/**
 * Returns the weight of a Chinese word in each paper, MAX_WEIGHT / (1 + r / HALVING_REPEATS) for r repeated pairs: the
 * more a text repeats itself, the less each word counts. Authors choose some five keywords from the words that they
 * keep repeating, of which the length of the text says less (docs/adr/0015).
 */
export function repetitionWeights({ all, repeated }: PairCounts): Float32Array {
  return Float32Array.from(repeated, (count, doc) => {
    const repeats = (all[doc] ?? 0) < MIN_PAIRS ? USUAL_REPEATS : count
    return MAX_WEIGHT / (1 + repeats / HALVING_REPEATS)
  })
}
