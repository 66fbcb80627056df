import { denseTerm } from '../sets/dense.ts'
import { openPositions, readPositions, seekDoc } from './position-cursor.ts'
import { type DocumentFrequencies, idf } from './score.ts'
import { lookUpTerm, type SegmentView } from './view.ts'

/** Largest distance at which two words count as near each other. */
export const PROXIMITY_WINDOW = 8
/** Positions are 16-bit numbers, so that a term has no more of them in one paper. */
const MAX_POSITIONS = 65_536
/**
 * Factor for pairs of Chinese words. Consecutive Chinese words of a query are mostly one term, which papers write
 * without spaces too, and say little about it separately; words of other languages are separated anyway. Chosen over
 * five kinds of Chinese queries: a greater factor helps only keyword queries and lets two common adjacent characters
 * outweigh a rare word (bench/README.md).
 */
const CHINESE_BOND = 5

const leftPositions = new Uint16Array(MAX_POSITIONS)
const rightPositions = new Uint16Array(MAX_POSITIONS)

/**
 * Scores how close neighboring words of a query are in papers. For each pair, s is the sum of 1/distance² over its
 * occurrences (Büttcher, Clarke and Lushman 2006), with twice the weight in the order of the query; the score is
 * bond · min(idf₁, idf₂) · s / (s + 1), summed over pairs.
 *
 * @param docs papers of the segment, ascending.
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
    const [a, b] = [lookUpTerm(view, first), lookUpTerm(view, second)]
    if (!a || !b) continue
    const weight = Math.min(
      idf(frequencies.get(first) ?? 0, papers),
      idf(frequencies.get(second) ?? 0, papers),
    )
    const bond = pairBond(first, second)
    const { segment } = view
    const placesA = openPositions(segment, a, denseTerm(segment, a))
    const placesB = openPositions(segment, b, denseTerm(segment, b))
    docs.forEach((doc, at) => {
      if (!seekDoc(placesA, doc) || !seekDoc(placesB, doc)) return
      const near = nearness(
        readPositions(placesA, leftPositions),
        readPositions(placesB, rightPositions),
        termWidth(first),
      )
      scores[at] = (scores[at] ?? 0) + (bond * weight * near) / (near + 1)
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
  for (let at = 0; at < countLeft; at += 1) {
    const place = leftPositions[at] ?? 0
    while (from < countRight && (rightPositions[from] ?? 0) < place - PROXIMITY_WINDOW) from += 1
    sum += nearnessAt(place, from, countRight, width)
  }
  return sum
}

/** Returns that sum for one position of the left term; the right ones from `from` on may be within the window. */
function nearnessAt(place: number, from: number, count: number, width: number): number {
  let sum = 0
  for (let at = from; at < count && (rightPositions[at] ?? 0) <= place + PROXIMITY_WINDOW; at += 1) {
    const distance = (rightPositions[at] ?? 0) - place
    if (distance === 0) continue
    sum += distanceWeight(distance, width)
  }
  return sum
}

/**
 * Returns the contribution of a word at a distance behind (positive) or before (negative) another one of a width:
 * 2/gap² in query order, otherwise 1/gap².
 */
export function distanceWeight(distance: number, width: number): number {
  const gap = distance > 0 ? Math.max(1, distance - width + 1) : distance
  return (distance > 0 ? 2 : 1) / (gap * gap)
}

/** Returns the factor by which proximity of a pair counts. */
export const pairBond = (first: string, second: string) =>
  startsWithHan(first) && startsWithHan(second) ? CHINESE_BOND : 1

/**
 * Returns the number of positions a term takes: a Chinese term has one per character, and the next word begins behind
 * them.
 */
export const termWidth = (term: string) => (startsWithHan(term) ? [...term].length : 1)

/** Returns whether a term begins with a Chinese character. */
export const startsWithHan = (term: string) => /^\p{Script=Han}/u.test(term)
