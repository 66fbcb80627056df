// How files become documents that are found.
export { addArchivedFile, addWork, bindWork } from './add-archived.ts'
export { fitRecord } from './fit-record.ts'
export { createParseRunner, type ParseRunner } from './parse-runner.ts'
