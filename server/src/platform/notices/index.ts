// Notices of events that happened to people in their absence: the bell of the top bar.
export { notify } from './notice.service.ts'
export { takeUnmailed } from './notice.store.ts'
