import { authorNames, type ResearchSource, type ResearchState } from '@scinav/contract'
import { yearOf } from '@scinav/search'
import { readableVenue } from '../../library/dictionaries/index.ts'
import { type Evidence, type FoundPaper, type retrieve, sourceLabel } from '../../retrieval/index.ts'
import type { ResearchQuestion } from '../plan/read-question.ts'

/** A step of a plan with its progress. */
export type ResearchStep = ResearchState['steps'][number]
/** What one search by `retrieve` returns. */
export type RetrievalResult = Awaited<ReturnType<typeof retrieve>>

/** Returns the ids of the engines that were queried and did not answer; none for a failed search. */
export const silentEngines = (found: RetrievalResult | null): string[] =>
  found?.states.filter(({ state }) => state !== 'ok').map(({ id }) => id) ?? []

/** A passage with the query that found it first. */
export interface PassageHit {
  evidence: Evidence
  /** The query as shown to the user. */
  query: string
  /** Only a relaxed query found the passage. */
  wider: boolean
  /** The concepts of the search that found it. */
  concepts: RetrievalResult['concepts']
}

/** Converts the source of a passage to the form used in a report, with the title in the language of the run. */
export function toResearchSource(
  { source_id, paper_id, file, engine, work }: FoundPaper,
  language: ResearchQuestion['language'],
): ResearchSource {
  return {
    source_id,
    paper_id,
    document_id: file?.document_id ?? null,
    file_id: file?.file_id ?? null,
    engine,
    title: sourceLabel(work, language).title,
    authors: authorNames(work),
    year: yearOf(work.publish_date) || null,
    venue: readableVenue(work),
    language: work.language || '',
    url: work.doi ? `https://doi.org/${work.doi}` : work.url || null,
  }
}
