import { documentsInFolders } from '../../platform/db/dataset-part.ts'
import { countRows } from '../../platform/db/query-parts.ts'
import { readableDatasets } from '../../platform/db/readable-datasets.ts'
import type { Db } from '../../platform/db/schema.ts'
import { matchesTitle, shownTitle } from '../../platform/db/shown-title.ts'

/** Which documents to pick from; empty lists and an undefined keyword do not restrict. */
interface PickerFilter {
  user_id: string
  /** Selects only documents in the user's projects. */
  in_projects: boolean
  file_ids: string[]
  folder_ids: string[]
  keyword: string | undefined
  page_num: number
  page_size: number
}

/** Returns one page of the matching documents in the datasets that a user may read, newest first, with the total. */
export async function findForPicker(db: Db, filter: PickerFilter) {
  const { user_id, in_projects, file_ids, folder_ids, keyword, page_num, page_size } = filter
  const matching = db
    .selectFrom('documents')
    .leftJoin('papers', (join) =>
      join.onRef('papers.id', '=', 'documents.paper_id').on('papers.deleted_at', 'is', null),
    )
    .innerJoin('datasets', 'datasets.id', 'documents.dataset_id')
    .where('documents.deleted_at', 'is', null)
    .where('documents.dataset_id', 'in', readableDatasets(db, user_id).select('datasets.id'))
    .$if(in_projects, (query) => query.where('datasets.kind', '=', 'project'))
    .$if(file_ids.length > 0, (query) => query.where('documents.file_id', 'in', file_ids))
    .$if(keyword !== undefined, (query) => query.where(matchesTitle(keyword ?? '')))
    .$if(folder_ids.length > 0, (query) =>
      query.where('documents.id', 'in', documentsInFolders(db, folder_ids)),
    )
  const list = await matching
    .selectAll('documents')
    .select('datasets.name as dataset_name')
    .orderBy('documents.created_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  return { list, total: await countRows(matching) }
}

/** A page of the files of a project; an undefined keyword does not restrict. */
interface FileFilter {
  project_id: string
  keyword: string | undefined
  page_num: number
  page_size: number
}

/** Returns one page of the files in the datasets of a project, newest first, with the total. */
export async function findProjectFiles(db: Db, { project_id, keyword, page_num, page_size }: FileFilter) {
  const matching = db
    .selectFrom('documents')
    .leftJoin('papers', (join) =>
      join.onRef('papers.id', '=', 'documents.paper_id').on('papers.deleted_at', 'is', null),
    )
    .innerJoin('datasets', 'datasets.id', 'documents.dataset_id')
    .where('datasets.project_id', '=', project_id)
    .where('datasets.deleted_at', 'is', null)
    .where('documents.type', '=', 'file')
    .where('documents.deleted_at', 'is', null)
    .$if(keyword !== undefined, (query) => query.where(matchesTitle(keyword ?? '')))
  const list = await matching
    .select([
      'documents.id as document_id',
      'documents.file_id',
      'documents.dataset_id',
      'datasets.name as dataset_name',
      'documents.name',
      shownTitle.as('title'),
      'documents.mime',
      'documents.size_bytes',
      'documents.created_at',
    ])
    .orderBy('documents.created_at', 'desc')
    .orderBy('documents.id', 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  return { list, total: await countRows(matching) }
}
