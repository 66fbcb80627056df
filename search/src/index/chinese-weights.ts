import { CJK_UNIT, unitKind } from '../analysis/unit-kind.ts'
import { POSITION_BITS, type SortedOccurrences } from './inverter.ts'
import { ANY_MASK, MASKS } from './layout.ts'
import type { TermTable } from './term-table.ts'

/** Scripts of terms: not Chinese; one or two Chinese characters; more of them. Japanese and Korean count as Chinese. */
const TERM_SCRIPT = { other: 0, pair: 1, longer: 2 } as const

/** Smallest first UTF-8 byte of a character that counts as Chinese. */
const MIN_FIRST_BYTE = 0xe3
/** First byte of the characters beyond the basic multilingual plane, and smallest second byte of Chinese ones. */
const FOUR_BYTE_START = 0xf0
const MIN_SECOND_BYTE = 0xa0
/** Maximum size of two characters: four bytes each. Three characters of three bytes each take nine. */
const MAX_PAIR_BYTES = 8

/** Returns the `TERM_SCRIPT` of a term, given by its bytes in UTF-8 from `start` up to, not including, `end`. */
export function termScript(bytes: Uint8Array, start: number, end: number): number {
  const [first = 0, second = 0, third = 0] = [bytes[start], bytes[start + 1], bytes[start + 2]]
  if (first < MIN_FIRST_BYTE) return TERM_SCRIPT.other
  const code = ((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f)
  if (first >= FOUR_BYTE_START ? second < MIN_SECOND_BYTE : unitKind(code) !== CJK_UNIT)
    return TERM_SCRIPT.other
  return end - start <= MAX_PAIR_BYTES ? TERM_SCRIPT.pair : TERM_SCRIPT.longer
}

/** Numbers of Chinese character pairs in the title and abstract of each paper. */
export interface PairCounts {
  all: Uint32Array
  /** Occurrences of a pair after its first one in the paper. */
  repeated: Uint32Array
}

/** Counts the character pairs of each of `papers` papers; terms of other scripts are skipped. */
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

/** Adds the occurrences of one pair, those from `from` up to, not including, `to`, which are ordered by paper. */
function countTerm(
  { all, repeated }: PairCounts,
  { location, field }: SortedOccurrences,
  from: number,
  to: number,
): void {
  let previousDoc = -1
  for (let at = from; at < to; at += 1) {
    const mask = (field[at] ?? 0) & ANY_MASK
    if (mask !== MASKS.title && mask !== MASKS.abstract) continue
    const doc = (location[at] ?? 0) >>> POSITION_BITS
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
