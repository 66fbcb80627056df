import type { ResearchState } from '@scinav/contract'
import type { Evidence, retrieve } from '../../retrieval/index.ts'

export type ResearchStep = ResearchState['steps'][number]
export type RetrievalResult = Awaited<ReturnType<typeof retrieve>>

/** Returns the engines that were queried and did not answer. */
export const silentEngines = (found: RetrievalResult | null): string[] =>
  found?.states.filter(({ state }) => state !== 'ok').map(({ id }) => id) ?? []

/** A passage with the query that found it first. */
export interface PassageHit {
  evidence: Evidence
  query: string
  /** Only a relaxed query found the passage. */
  wider: boolean
  concepts: RetrievalResult['concepts']
}
