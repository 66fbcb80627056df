// Reads styles in the Citation Style Language and renders citations and bibliographies with them.
export type { Cite } from './cite-state.ts'
export type { CitationCluster } from './positions.ts'
export { CslProcessor } from './processor.ts'
export { readStyle } from './read-style.ts'
export type { CslRecord } from './reference.ts'
