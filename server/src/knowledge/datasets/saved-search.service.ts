import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { requireDataset } from './role.ts'
import { runSavedSearches } from './saved-search.job.ts'
import * as searches from './saved-search.store.ts'

type Datasets = typeof api.datasets
type SavedSearchView = OutputOf<Datasets['saveSearch']>

const toSavedSearchView = ({
  query,
  most,
  added,
  checked_at,
  error,
}: searches.SavedSearchRow): SavedSearchView => ({
  query,
  most,
  added,
  checked_at,
  error,
})

/**
 * Checks that a dataset is a public knowledge base that the caller may edit.
 *
 * @throws AppError `dataset.not_found`, also for other kinds of datasets.
 */
async function requirePublicDataset(ctx: Context, dataset_id: string): Promise<void> {
  const { kind } = await requireDataset(ctx, dataset_id, 'edit')
  if (kind !== 'ai') throw new AppError('dataset.not_found')
}

/** Returns the search that fills a public knowledge base, or null when it has none. */
export async function getSavedSearch(ctx: Context, { dataset_id }: ParsedInputOf<Datasets['savedSearch']>) {
  await requirePublicDataset(ctx, dataset_id)
  const row = await searches.find(ctx.db, dataset_id)
  return row ? toSavedSearchView(row) : null
}

/**
 * Saves the search of a knowledge base and queues a run of it. A new query or a higher limit examines all papers
 * again; a limit that is lower or equal continues from the last paper examined.
 */
export async function saveSearch(
  ctx: Context,
  input: ParsedInputOf<Datasets['saveSearch']>,
): Promise<SavedSearchView> {
  return transact(ctx, async (ctx) => {
    const { dataset_id, query, most } = input
    await requirePublicDataset(ctx, dataset_id)
    const previous = await searches.find(ctx.db, dataset_id)
    const isContinuation = previous !== undefined && previous.query === query && previous.most >= most
    const row: searches.SavedSearchRow = {
      dataset_id,
      query,
      most,
      seen_seq: isContinuation ? previous.seen_seq : 0,
      added: previous?.added ?? 0,
      checked_at: isContinuation ? previous.checked_at : null,
      error: null,
      updated_at: ctx.now().toISOString(),
    }
    await searches.save(ctx.db, row)
    await enqueue(ctx, runSavedSearches, {}, { unique_key: `${runSavedSearches.name}:${dataset_id}` })
    return toSavedSearchView(row)
  })
}

/** Removes the search of a public knowledge base; its documents stay. */
export async function removeSearch(ctx: Context, { dataset_id }: ParsedInputOf<Datasets['removeSearch']>) {
  return transact(ctx, async (ctx) => {
    await requirePublicDataset(ctx, dataset_id)
    await searches.remove(ctx.db, dataset_id)
    return null
  })
}
