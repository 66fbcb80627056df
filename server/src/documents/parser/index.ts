// Parses files into documents, in separate processes.
export { createParserPool, STOP_REASON } from './parser-pool.ts'
export type { startParser } from './parser-process.ts'
