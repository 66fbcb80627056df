// Work that streams what it says, is stored as it goes on, and can be followed from anywhere: answers, researches.
export { PARKED_END, type RunFollower, type RunKind, type RunOutcome } from './run-kind.ts'
export { type Runs, startRuns } from './runs.ts'
