import { denseTerm } from '../sets/dense.ts'
import { openPositions, readPositions, seekDoc } from './position-cursor.ts'
import { type DocumentFrequencies, idf } from './score.ts'
import { lookUpTerm, type SegmentView } from './view.ts'

/** Farther apart than this, two words say no more together than alone. */
export const PROXIMITY_WINDOW = 8
const MAX_POSITIONS = 65_536
/**
 * Words of Chinese that follow each other in a query mostly are one term, written without spaces as it is in papers;
 * apart they say little of it. Words of other languages are apart anyway. Chosen over five kinds of Chinese queries: a
 * greater one helps keywords alone, and lets two common characters side by side outweigh a rare word (bench/README.md).
 */
const CHINESE_BOND = 5

const leftPositions = new Uint16Array(MAX_POSITIONS)
const rightPositions = new Uint16Array(MAX_POSITIONS)

/**
 * How much closer than by chance the neighbours of a query stand in a paper: for each pair the sum of 1/distance²
 * (Büttcher, Clarke and Lushman 2006), saturated, times the lesser idf of the two. `docs` are papers of the segment,
 * ascending; answers one figure each.
 */
export function proximity(
  view: SegmentView,
  docs: number[],
  pairs: [string, string][],
  frequencies: DocumentFrequencies,
  papers: number,
): number[] {
  const sums = docs.map(() => 0)
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
      sums[at] = (sums[at] ?? 0) + (bond * weight * near) / (near + 1)
    })
  }
  return sums
}

/** The sum of 1/distance² over places of `left` and `right` within the window; the right order counts double. */
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

function nearnessAt(place: number, from: number, count: number, width: number): number {
  let sum = 0
  for (let at = from; at < count && (rightPositions[at] ?? 0) <= place + PROXIMITY_WINDOW; at += 1) {
    const distance = (rightPositions[at] ?? 0) - place
    if (distance === 0) continue
    sum += distanceWeight(distance, width)
  }
  return sum
}

/** What one word counts that stands so far behind another one of a width, or before it. */
export function distanceWeight(distance: number, width: number): number {
  const gap = distance > 0 ? Math.max(1, distance - width + 1) : distance
  return (distance > 0 ? 2 : 1) / (gap * gap)
}

/** How much more the nearness of two words says than that of others. */
export const pairBond = (first: string, second: string) =>
  startsWithHan(first) && startsWithHan(second) ? CHINESE_BOND : 1

/** Places a term takes: one of Chinese has one for each character, so that the next word begins behind them. */
export const termWidth = (term: string) => (startsWithHan(term) ? [...term].length : 1)

export const startsWithHan = (term: string) => /^\p{Script=Han}/u.test(term)
