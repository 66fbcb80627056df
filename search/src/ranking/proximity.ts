import { denseOf } from '../sets/dense.ts'
import { openPlaces, readPlaces, seek } from './position-cursor.ts'
import { type Frequencies, idf } from './score.ts'
import { postingsOf, type View } from './view.ts'

/** Farther apart than this, two words say no more together than alone. */
export const WINDOW = 8
const LONGEST = 65_536
/**
 * Words of Chinese that follow each other in a query mostly are one term, written without spaces as it is in papers;
 * apart they say little of it. Words of other languages are apart anyway. Chosen over five kinds of Chinese queries: a
 * greater one helps keywords alone, and lets two common characters side by side outweigh a rare word (bench/README.md).
 */
const CHINESE_BOND = 5

const left = new Uint16Array(LONGEST)
const right = new Uint16Array(LONGEST)

/**
 * How much closer than by chance the neighbours of a query stand in a paper: for each pair the sum of 1/distance²
 * (Büttcher, Clarke and Lushman 2006), saturated, times the lesser idf of the two. `docs` are papers of the segment,
 * ascending; answers one figure each.
 */
export function proximity(
  view: View,
  docs: number[],
  pairs: [string, string][],
  frequencies: Frequencies,
  papers: number,
): number[] {
  const sums = docs.map(() => 0)
  for (const [first, second] of pairs) {
    const [a, b] = [postingsOf(view, first), postingsOf(view, second)]
    if (!a || !b) continue
    const weight = Math.min(
      idf(frequencies.get(first) ?? 0, papers),
      idf(frequencies.get(second) ?? 0, papers),
    )
    const bond = bondOf(first, second)
    const { segment } = view
    const placesA = openPlaces(segment, a, denseOf(segment, a))
    const placesB = openPlaces(segment, b, denseOf(segment, b))
    docs.forEach((doc, at) => {
      if (!seek(placesA, doc) || !seek(placesB, doc)) return
      const near = nearness(readPlaces(placesA, left), readPlaces(placesB, right), widthOf(first))
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
    const place = left[at] ?? 0
    while (from < countRight && (right[from] ?? 0) < place - WINDOW) from += 1
    sum += nearnessOf(place, from, countRight, width)
  }
  return sum
}

function nearnessOf(place: number, from: number, count: number, width: number): number {
  let sum = 0
  for (let at = from; at < count && (right[at] ?? 0) <= place + WINDOW; at += 1) {
    const distance = (right[at] ?? 0) - place
    if (distance === 0) continue
    sum += weightAt(distance, width)
  }
  return sum
}

/** What one word counts that stands so far behind another one of a width, or before it. */
export function weightAt(distance: number, width: number): number {
  const gap = distance > 0 ? Math.max(1, distance - width + 1) : distance
  return (distance > 0 ? 2 : 1) / (gap * gap)
}

/** How much more the nearness of two words says than that of others. */
export const bondOf = (first: string, second: string) =>
  isChinese(first) && isChinese(second) ? CHINESE_BOND : 1

/** Places a term takes: one of Chinese has one for each character, so that the next word begins behind them. */
export const widthOf = (term: string) => (isChinese(term) ? [...term].length : 1)

export const isChinese = (term: string) => /^\p{Script=Han}/u.test(term)
