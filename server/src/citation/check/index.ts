// Entries of lists of references: what they say, and which paper of the library each is.
export { checkList as checkReferences } from './check.service.ts'
export { type Entry as ReferenceEntry, entryOf } from './entry.ts'
export { findReferences } from './find-references.ts'
export { worksIn } from './parse-list.service.ts'
export { parseReference } from './parse-reference.ts'
export { entryOfRecord } from './record-entry.ts'
export { papersByKeys } from './reference.store.ts'
export { splitList } from './split-list.ts'
