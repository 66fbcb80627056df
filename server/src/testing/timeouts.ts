/**
 * Time limits after which tests consider something hanging, for browser tests too. Nothing else depends on them: a
 * machine ten times slower than the usual one finishes everything within them.
 */
const MINUTE_MS = 60_000

/** Limit of a single step of a user: a start, a search, an answer, something that appears. */
export const STEP_TIMEOUT_MS = 3 * MINUTE_MS
/** Limit of a whole test with many such steps. */
export const TEST_TIMEOUT_MS = 15 * MINUTE_MS
/** Limit of a drill with dozens of starts and kills. */
export const DRILL_TIMEOUT_MS = 120 * MINUTE_MS

/**
 * Limits for a silent scripted model, in milliseconds: a reply that is not meant to be silent has to arrive within
 * them, even on a busy machine.
 */
export const SHORT_MODEL_TIMEOUTS = { first_ms: 3_000, idle_ms: 3_000 }
