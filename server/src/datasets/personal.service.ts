import type { BaseContext } from '../context/context.ts'
import * as personal from './personal.store.ts'

/** A person's datasets with folders and documents, for the personal export. */
export async function datasetsOf(ctx: Pick<BaseContext, 'db'>, user_id: string) {
  const { datasets, folders, documents, places } = await personal.ofOwner(ctx.db, user_id)
  const foldersOf = Map.groupBy(folders, (row) => row.dataset_id)
  const documentsOf = Map.groupBy(documents, (row) => row.dataset_id)
  const placesOf = Map.groupBy(places, (row) => row.document_id)
  return datasets.map((dataset) => ({
    ...dataset,
    folders: foldersOf.get(dataset.id) ?? [],
    documents: (documentsOf.get(dataset.id) ?? []).map((document) => ({
      ...document,
      folder_ids: (placesOf.get(document.id) ?? []).map((place) => place.folder_id),
    })),
  }))
}
