// Work that streams events, stores them as it proceeds, and can be followed from any process: answers, researches.
export { createRunEvents } from './run-events.store.ts'
export { PARKED_END, type RunKind, type RunOutcome } from './run-kind.ts'
export { createRunLeases } from './run-leases.store.ts'
export { createRunRegistry, type Runs, startRuns } from './runs.ts'
