import type { ResearchSource } from '@scinav/contract'
import { yearOf } from '@scinav/search'
import { namesOf } from '../../library/papers/index.ts'
import { type Evidence, sourceOf } from '../../retrieval/index.ts'
import type { Asked } from '../plan/read-asked.ts'

/** The source of a passage, as a research in a language tells of it. */
export function sourceFrom(
  { source_id, paper_id, file, engine, work }: Evidence,
  language: Asked['language'],
): ResearchSource {
  return {
    source_id,
    paper_id,
    document_id: file?.document_id ?? null,
    file_id: file?.file_id ?? null,
    engine,
    title: sourceOf(work, language).title,
    authors: namesOf(work),
    year: yearOf(work.publish_date) || null,
    venue: work.basic_sourcename || work.publish_venue[0] || '',
    language: work.language || '',
    url: work.doi ? `https://doi.org/${work.doi}` : work.url || null,
  }
}
