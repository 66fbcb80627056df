// Checking of reference lists: reads entries and finds the paper of the library that each refers to.
export { checkInLibrary, checkReferences } from './check.service.ts'
export { type ComparableRecord, type DifferingField, type ReferenceEntry, readEntry } from './entry.ts'
export { findReferences, type ReferenceCandidate } from './find-references.ts'
export { findPapersByKeys } from './reference.store.ts'
export { createOutsideResolver, type ResolvedReference } from './resolve-outside.ts'
export { findByTitle, judgeEntry } from './same-work.ts'
export { statesPages } from './stated-reference.ts'
