import type { ResearchState } from '@scinav/contract'
import type { Evidence, retrieve } from '../../answers/index.ts'

export type Step = ResearchState['steps'][number]
export type Retrieved = Awaited<ReturnType<typeof retrieve>>

/** A passage with the search that found it first. */
export interface FoundBy {
  evidence: Evidence
  query: string
  concepts: Retrieved['concepts']
}
