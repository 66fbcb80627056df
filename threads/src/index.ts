/** The door: what other parts use of it. */
export { channelOf } from './channel.ts'
export { faultTold, type ToldFault, tellFault } from './faults.ts'
export { paced } from './pace.ts'
export { startThread, type Thread } from './start.ts'
