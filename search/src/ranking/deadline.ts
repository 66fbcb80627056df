/** A thread that searches has others waiting. A search of a million papers takes some 10 ms. */
const LONGEST_MS = 5_000
/** Looks between two at the clock, where a look is cheap. */
const LOOKS = 256

/** A search was given up: it would hold its thread too long. */
export class SearchTooLong extends Error {}

let until = Number.POSITIVE_INFINITY
let looks = 0

/** The search that begins now has so many milliseconds. */
export function beginDeadline(longest_ms = LONGEST_MS): void {
  until = performance.now() + longest_ms
}

/** @throws SearchTooLong where the search at hand has had its time. */
export function checkDeadline(): void {
  if (performance.now() > until) throw new SearchTooLong('a search took too long')
}

/** The same, for what is done for every paper. */
export function checkDeadlineSometimes(): void {
  looks += 1
  if (looks % LOOKS === 0) checkDeadline()
}
