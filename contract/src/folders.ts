import { z } from 'zod'
import { folder, folderId } from './dataset-shapes.ts'
import { datasetName } from './datasets.ts'
import { documentWithPaper } from './document.ts'
import type { Endpoints } from './endpoint.ts'
import { flag, id, listOf, noOutput, pagedInput, pageOf } from './shapes.ts'

/** A folder with the folders below it. */
export interface FolderTree extends z.output<typeof folder> {
  children: FolderTree[]
}

/** A folder with the folders in it. */
const folderTree: z.ZodType<FolderTree> = z.lazy(() => folder.extend({ children: z.array(folderTree) }))

/** Calls about the folders of a dataset. For the flags of a call see `Endpoint`. */
export const foldersApi = {
  folders: {
    method: 'GET',
    path: '/api/dataset/{dataset_id}/folder',
    access: 'user',
    summary: 'The folder tree of a dataset',
    input: z.object({ dataset_id: id }),
    output: z.array(folderTree),
  },
  level: {
    method: 'GET',
    path: '/api/dataset/{dataset_id}/folder_dataset',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Folders, then documents, of one level',
    input: pagedInput({ dataset_id: id, folder_id: folderId }),
    output: pageOf(documentWithPaper).extend({ folders: z.array(folder) }),
  },
  saveFolder: {
    method: 'POST',
    path: '/api/dataset/{dataset_id}/folder',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Makes or renames a folder',
    input: z.object({
      dataset_id: id,
      id: id.optional(),
      parent_id: z.preprocess((value) => value || null, id.nullable()),
      name: datasetName,
    }),
    output: folder,
    creates: true,
  },
  removeFolders: {
    method: 'DELETE',
    path: '/api/dataset/{dataset_id}/folder',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Deletes folders with what is below them',
    input: z.object({
      dataset_id: id,
      folder_ids: z.array(id).min(1).max(200),
      keep_documents: flag.default(true),
    }),
    output: noOutput,
  },
  restoreFolders: {
    method: 'POST',
    path: '/api/dataset/{dataset_id}/folder/bin',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Brings deleted folders back, for 30 days, with what was deleted with them',
    input: z.object({ dataset_id: id, folder_ids: z.array(id).min(1).max(200) }),
    output: z.array(folder),
    extra: true,
  },
  move: {
    method: 'POST',
    path: '/api/dataset/{dataset_id}/folder/mover',
    access: 'user',
    menu: '/knowledgeBase',
    summary: 'Moves folders and documents',
    input: z.object({
      dataset_id: id,
      folder_ids: listOf(id, 200),
      document_ids: listOf(id, 500),
      target_folder_id: z.preprocess((value) => value || null, id.nullable()),
      /** The current folder of the documents; when absent, the target replaces all their folders. */
      from_folder_id: folderId,
    }),
    output: noOutput,
  },
} satisfies Endpoints
