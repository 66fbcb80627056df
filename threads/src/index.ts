/** Public entry point of the package: starting worker threads, talking to them and pacing their work. */
export { openChannel } from './channel.ts'
export { deserializeError, type SerializedError, serializeError } from './faults.ts'
export { createPacer } from './pace.ts'
export { startThread, type Thread } from './start.ts'
