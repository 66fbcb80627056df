import type { BaseContext } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'
import { CLOCK_SKEW_MS, latest } from '../../platform/foundation/clock.ts'
import * as bin from './bin.store.ts'
import { binBegins } from './dataset.service.ts'
import * as datasets from './dataset.store.ts'
import * as personal from './personal.store.ts'

/** A person's datasets with folders and documents. */
async function datasetsOf(ctx: Pick<BaseContext, 'db'>, user_id: string) {
  const { datasets: rows, folders, documents, places } = await personal.ofOwner(ctx.db, user_id)
  const foldersOf = Map.groupBy(folders, (row) => row.dataset_id)
  const documentsOf = Map.groupBy(documents, (row) => row.dataset_id)
  const placesOf = Map.groupBy(places, (row) => row.document_id)
  return rows.map((dataset) => ({
    ...dataset,
    folders: foldersOf.get(dataset.id) ?? [],
    documents: (documentsOf.get(dataset.id) ?? []).map((document) => ({
      ...document,
      folder_ids: (placesOf.get(document.id) ?? []).map((place) => place.folder_id),
    })),
  }))
}

/** Removes what has been in the bin for 30 days. */
async function purgeBin(ctx: BaseContext): Promise<void> {
  await bin.deletedAtLatest(ctx.db, latest(ctx.now(), CLOCK_SKEW_MS))
  await bin.removeDeletedBefore(ctx.db, binBegins(ctx))
}

/** Public knowledge bases outlive the account of whoever made them. */
async function handOverPublic(ctx: BaseContext, owner_id: string): Promise<void> {
  await datasets.handOverPublic(ctx.db, owner_id)
}

export const datasetData: PersonalData = {
  export: [{ file: 'datasets.json', note: '知识库与文献清单', gather: datasetsOf }],
  erase: handOverPublic,
  purge: purgeBin,
}
