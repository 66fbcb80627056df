// Ingestion: how files become searchable documents.
export { addArchivedFile, addWork, bindWork } from './add-archived.ts'
export { fitRecord } from './fit-record.ts'
export { createParseRunner, type ParseRunner } from './parse-runner.ts'
