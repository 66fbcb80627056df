/** The door: what other parts use of it. */
export { openChannel } from './channel.ts'
export { deserializeError, type SerializedError, serializeError } from './faults.ts'
export { createPacer } from './pace.ts'
export { startThread, type Thread } from './start.ts'
