/** A thread that searches has others waiting. A search of a million papers takes some 10 ms. */
const SEARCH_TIMEOUT_MS = 5_000
/** Looks between two at the clock, where a look is cheap. */
const CHECKS_PER_CLOCK_READ = 256

/** A search was given up: it would hold its thread too long. */
export class SearchTooLong extends Error {}

let deadlineAt = Number.POSITIVE_INFINITY
let checks = 0

/** The search that begins now has so many milliseconds. */
export function startDeadline(longest_ms = SEARCH_TIMEOUT_MS): void {
  deadlineAt = performance.now() + longest_ms
}

/** @throws SearchTooLong where the search at hand has had its time. */
export function checkDeadline(): void {
  if (performance.now() > deadlineAt) throw new SearchTooLong('a search took too long')
}

/** The same, for what is done for every paper. */
export function checkDeadlineSometimes(): void {
  checks += 1
  if (checks % CHECKS_PER_CLOCK_READ === 0) checkDeadline()
}
