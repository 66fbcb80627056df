// How files become documents that are found.
export { createParseRunner, type ParseRunner } from './parse-runner.ts'
