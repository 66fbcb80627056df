// Entries of lists of references: what they say, and which paper of the library each is.
export { checkList as checkReferences } from './check.service.ts'
export { findReferences } from './find-references.ts'
export { type ParsedReference, parseReference } from './parse-reference.ts'
