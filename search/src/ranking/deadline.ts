/**
 * Time limit of one search, since other searches wait for its thread; ordinary searches take a small fraction of it.
 */
const SEARCH_TIMEOUT_MS = 5_000
/** Number of cheap checks per reading of the clock. */
const CHECKS_PER_CLOCK_READ = 256

/** Thrown when a search is abandoned because it would occupy its thread for too long. */
export class SearchTooLong extends Error {}

/** Time at which the current search is abandoned, on the clock of `performance.now()`. */
let deadlineAt = Number.POSITIVE_INFINITY
/** Number of calls of `checkDeadlineSometimes`. */
let checks = 0

/** Starts the time limit of a search; it applies to this thread until the next call. */
export function startDeadline(timeout_ms = SEARCH_TIMEOUT_MS): void {
  deadlineAt = performance.now() + timeout_ms
}

/**
 * Checks the time limit of the current search.
 *
 * @throws SearchTooLong when it is exceeded.
 */
export function checkDeadline(): void {
  if (performance.now() > deadlineAt) throw new SearchTooLong('a search took too long')
}

/** Checks the time limit at every `CHECKS_PER_CLOCK_READ`th call, for loops over papers. */
export function checkDeadlineSometimes(): void {
  checks += 1
  if (checks % CHECKS_PER_CLOCK_READ === 0) checkDeadline()
}
