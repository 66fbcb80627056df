// Works without their schemas, which take long to load in a thread.
export { authorNames } from './author-names.ts'
export { blankWork } from './blank-work.ts'
export { readWork } from './read-work.ts'
export type { Creator, Reference, Work } from './work.ts'
export { RESOURCE_TYPE } from './work-values.ts'
