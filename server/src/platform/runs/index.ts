// Work that streams events, stores them as it proceeds, and can be followed from any process: answers, researches.
export { PARKED_END, type RunFollower, type RunKind, type RunOutcome } from './run-kind.ts'
export { type Runs, startRuns } from './runs.ts'
