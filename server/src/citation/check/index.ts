// Checking of reference lists: reads entries and finds the paper of the library that each refers to.
export { checkReferences } from './check.service.ts'
export { type ReferenceEntry, readEntry } from './entry.ts'
export { findReferences } from './find-references.ts'
export { formatRecord, parseBibliography, parseWorks } from './parse-list.service.ts'
export { parseReference } from './parse-reference.ts'
export { findPapersByKeys } from './reference.store.ts'
export { findInlineNumbers, joinEntryLines, readEntryNumber, splitList } from './split-list.ts'
