import type { BaseContext } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'
import { CLOCK_SKEW_MS, latestPlausible } from '../../platform/foundation/clock.ts'
import * as bin from './bin.store.ts'
import { binCutoff } from './dataset.service.ts'
import * as datasets from './dataset.store.ts'
import * as personal from './personal.store.ts'

/** Gathers a user's datasets with folders and documents. */
async function exportDatasets(ctx: Pick<BaseContext, 'db'>, user_id: string) {
  const { datasets: rows, folders, documents, placements } = await personal.listByOwner(ctx.db, user_id)
  const foldersOf = Map.groupBy(folders, (row) => row.dataset_id)
  const documentsOf = Map.groupBy(documents, (row) => row.dataset_id)
  const placementsOf = Map.groupBy(placements, (row) => row.document_id)
  return rows.map((dataset) => ({
    ...dataset,
    folders: foldersOf.get(dataset.id) ?? [],
    documents: (documentsOf.get(dataset.id) ?? []).map((document) => ({
      ...document,
      folder_ids: (placementsOf.get(document.id) ?? []).map(({ folder_id }) => folder_id),
    })),
  }))
}

/** Removes everything that has been in the bin for 30 days. */
async function purgeBin(ctx: BaseContext): Promise<void> {
  await bin.clampDeletionTimes(ctx.db, latestPlausible(ctx.now(), CLOCK_SKEW_MS))
  await bin.removeDeletedBefore(ctx.db, binCutoff(ctx))
}

/** Transfers public knowledge bases, which outlive the account of their creator. */
async function handOverPublicDatasets(ctx: BaseContext, owner_id: string): Promise<void> {
  await datasets.reassignPublicDatasets(ctx.db, owner_id)
}

/** Datasets in the export of a user's data, at the erasure of an account, and the purge of their bin. */
export const datasetData: PersonalData = {
  export: [{ file: 'datasets.json', note: '知识库与文献清单', gather: exportDatasets }],
  erase: handOverPublicDatasets,
  purge: purgeBin,
}
