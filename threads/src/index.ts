/** Public entry point of the package: starting worker threads, talking to them and pacing their work. */
export { deserializeError, type SerializedError, serializeError } from './faults.ts'
export { createKeptThreads } from './kept-threads.ts'
export { createPacer } from './pace.ts'
export { lowerPriority } from './priority.ts'
export { openChannel, startThread, type Thread } from './thread.ts'
