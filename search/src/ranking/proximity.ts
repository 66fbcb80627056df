import { denseTerm } from '../sets/dense.ts'
import { openPositions, readPositions, seekDoc } from './position-cursor.ts'
import { type DocumentFrequencies, idf } from './score.ts'
import { lookUpTerm, type SegmentView } from './view.ts'

/** Largest distance, in positions, at which two words count as near each other. */
export const PROXIMITY_WINDOW = 8
/** Maximum number of positions of a term in one paper: they are 16-bit numbers. */
const MAX_POSITIONS = 65_536
/**
 * Factor for pairs of Chinese words. Consecutive Chinese words of a query are mostly one term, which papers write
 * without spaces too, and say little about it separately; words of other languages are separated anyway. Chosen over
 * five kinds of Chinese queries: a greater factor helps only keyword queries and lets two common adjacent characters
 * outweigh a rare word (bench/README.md).
 */
const CHINESE_BOND = 5

// Positions of the first and of the second word of a pair in the paper being scored.
const leftPositions = new Uint16Array(MAX_POSITIONS)
const rightPositions = new Uint16Array(MAX_POSITIONS)

/**
 * Scores how close neighboring words of a query are in papers. For each pair, s is the sum of 1/distance² over its
 * occurrences (Büttcher, Clarke and Lushman 2006), with twice the weight in the order of the query; the score is
 * bond · min(idf₁, idf₂) · s / (s + 1), summed over pairs.
 *
 * @param docs papers of the segment, ascending.
 * @param pairs terms of neighboring words, in the order of the query.
 * @param papers number of papers in all segments.
 * @returns one score per paper.
 */
export function proximity(
  view: SegmentView,
  docs: number[],
  pairs: [string, string][],
  frequencies: DocumentFrequencies,
  papers: number,
): number[] {
  const scores = docs.map(() => 0)
  for (const [first, second] of pairs) {
    const firstPostings = lookUpTerm(view, first)
    const secondPostings = lookUpTerm(view, second)
    if (!firstPostings || !secondPostings) continue
    const weight = Math.min(
      idf(frequencies.get(first) ?? 0, papers),
      idf(frequencies.get(second) ?? 0, papers),
    )
    const bond = pairBond(first, second)
    const { segment } = view
    const firstCursor = openPositions(segment, firstPostings, denseTerm(segment, firstPostings))
    const secondCursor = openPositions(segment, secondPostings, denseTerm(segment, secondPostings))
    docs.forEach((doc, index) => {
      if (!seekDoc(firstCursor, doc) || !seekDoc(secondCursor, doc)) return
      const sum = nearness(
        readPositions(firstCursor, leftPositions),
        readPositions(secondCursor, rightPositions),
        termWidth(first),
      )
      scores[index] = (scores[index] ?? 0) + (bond * weight * sum) / (sum + 1)
    })
  }
  return scores
}

/**
 * Returns the sum of the distance weights over the buffered positions of both terms within the window.
 *
 * @param width number of positions of the left term (`termWidth`).
 */
function nearness(countLeft: number, countRight: number, width: number): number {
  let sum = 0
  let from = 0
  for (let index = 0; index < countLeft; index += 1) {
    const position = leftPositions[index] ?? 0
    while (from < countRight && (rightPositions[from] ?? 0) < position - PROXIMITY_WINDOW) from += 1
    sum += nearnessAt(position, from, countRight, width)
  }
  return sum
}

/**
 * Returns that sum for one position of the left term. The first position of the right term within the window is at
 * index `from`.
 */
function nearnessAt(position: number, from: number, countRight: number, width: number): number {
  let sum = 0
  for (let index = from; index < countRight; index += 1) {
    const distance = (rightPositions[index] ?? 0) - position
    if (distance > PROXIMITY_WINDOW) break
    if (distance !== 0) sum += distanceWeight(distance, width)
  }
  return sum
}

/**
 * Returns the contribution of the second word of a pair at a distance after (positive) or before (negative) the first
 * one, which takes `width` positions: 2/gap² in query order, otherwise 1/gap².
 */
export function distanceWeight(distance: number, width: number): number {
  const gap = distance > 0 ? Math.max(1, distance - width + 1) : distance
  return (distance > 0 ? 2 : 1) / (gap * gap)
}

/** Returns the factor by which the proximity of a pair counts: `CHINESE_BOND` for two Chinese words, otherwise 1. */
export const pairBond = (first: string, second: string) =>
  startsWithHan(first) && startsWithHan(second) ? CHINESE_BOND : 1

/**
 * Returns the number of positions a term takes: a Chinese term has one per character, and the next word begins after
 * them.
 */
export const termWidth = (term: string) => (startsWithHan(term) ? [...term].length : 1)

/** Returns whether a term begins with a Chinese character. */
export const startsWithHan = (term: string) => /^\p{Script=Han}/u.test(term)
