// How uploaded files become searchable documents of datasets: they are added, parsed, stored and indexed.
export { addArchivedFile, addWork, bindWork } from './add-archived.ts'
export { fitRecord } from './document-record.ts'
export { createParseRunner, type ParseRunner } from './parse-runner.ts'
