import type { api, ParsedInputOf } from '@scinav/contract'
import { loadDocumentRecords } from '../../knowledge/datasets/index.ts'
import { streamRecordsByIds } from '../../library/papers/index.ts'
import type { BaseContext, Context } from '../../platform/context/context.ts'
import { findRecords } from '../../search/engine/index.ts'
import type { CitationSource } from './source.ts'
import { addStandingNotes } from './standing-notes.ts'

/** The input of an export: what to print, and how. */
export type ExportInput = ParsedInputOf<typeof api.citation.export>

/** Number of references sent with the request that form one batch. */
const BATCH_SIZE = 500

/** What to print: exactly one of references, papers, documents and a search counts, in this order. */
type ExportSelection = Pick<
  ExportInput,
  'references' | 'paper_id_list' | 'document_ids' | 'query' | 'conditions' | 'filters' | 'exact' | 'expand'
>

/**
 * Streams the sources to print: the references sent, else the papers, else the documents, else all papers that a query
 * finds. Adds the ids of papers and documents that no longer exist to `missing` before it ends.
 */
export async function* loadSources(
  ctx: Context,
  selection: Partial<ExportSelection>,
  missing: string[],
): AsyncGenerator<CitationSource[]> {
  for await (const batch of loadRecords(ctx, selection, missing)) yield addStandingNotes(ctx, batch)
}

/** Yields the selected sources in batches; ids without a source are added to `missing`. */
async function* loadRecords(
  ctx: Context,
  { references, paper_id_list, document_ids, ...search }: Partial<ExportSelection>,
  missing: string[],
): AsyncGenerator<CitationSource[]> {
  if (references)
    for (let from = 0; from < references.length; from += BATCH_SIZE)
      yield references.slice(from, from + BATCH_SIZE).map((reference) => ({ reference }))
  else if (paper_id_list) yield* loadPapers(ctx, new Set(paper_id_list), missing)
  else if (document_ids) yield await loadDocuments(ctx, document_ids, missing)
  else yield* searchRecords(ctx, search)
}

/** Yields the papers with the ids; at the end the ids without a paper are added to `missing`. */
async function* loadPapers(
  ctx: BaseContext,
  ids: Set<string>,
  missing: string[],
): AsyncGenerator<CitationSource[]> {
  for await (const batch of streamRecordsByIds(ctx, [...ids])) {
    for (const { id } of batch) ids.delete(id)
    yield batch
  }
  missing.push(...ids)
}

/** Returns the records of the caller's documents; ids without one are added to `missing`. */
async function loadDocuments(ctx: Context, ids: string[], missing: string[]): Promise<CitationSource[]> {
  const found = await loadDocumentRecords(ctx, ids)
  const known = new Set(found.map(({ id }) => id))
  missing.push(...ids.filter((id) => !known.has(id)))
  return found
}

/** Returns all papers that a search finds, in batches; none without a query and conditions. */
function searchRecords(
  ctx: BaseContext,
  { query, conditions = [], filters, exact = false, expand = true }: Partial<ExportSelection>,
) {
  if (query === undefined && conditions.length === 0) return []
  const narrowed = filters ? { filters } : {}
  return findRecords(ctx, { query: query ?? '', conditions, exact, expand, ...narrowed })
}
