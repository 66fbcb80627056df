// Checks of manuscripts: the list of references, the citations in the text, and what the sentences cite.
export { startManuscriptChecks } from './manuscript-runs.ts'
export { checkUses } from './work-uses.ts'
