import type { ResearchState } from '@scinav/contract'
import type { Evidence, retrieve } from '../../retrieval/index.ts'

export type ResearchStep = ResearchState['steps'][number]
export type RetrievalResult = Awaited<ReturnType<typeof retrieve>>

/** Engines that were asked and did not answer. */
export const silentEngines = (found: RetrievalResult | null): string[] =>
  found?.states.filter(({ state }) => state !== 'ok').map(({ id }) => id) ?? []

/** A passage with the search that found it first. */
export interface PassageHit {
  evidence: Evidence
  query: string
  /** Found by fewer words than the step asks for, and by nothing else. */
  wider: boolean
  concepts: RetrievalResult['concepts']
}
