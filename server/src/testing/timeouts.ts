/**
 * How long tests wait before they take something for hanging. Nothing else depends on it: a machine ten times slower
 * than the usual one gets everything done within it. The one place for such limits, in the browser tests too.
 */
const MINUTE_MS = 60_000

/** For what is one step to a person: a start, a search, an answer, something that appears. */
export const STEP_TIMEOUT_MS = 3 * MINUTE_MS
/** For a whole test, which takes many such steps. */
export const TEST_TIMEOUT_MS = 15 * MINUTE_MS
/** For a drill with dozens of starts and kills. */
export const DRILL_TIMEOUT_MS = 120 * MINUTE_MS

/**
 * How long a scripted model is waited for that says nothing, in milliseconds: what is not meant to be silent has to speak
 * within it, on a busy machine too.
 */
export const SHORT_MODEL_TIMEOUTS = { first_ms: 1_000, idle_ms: 1_000 }
