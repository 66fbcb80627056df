import { api } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'

/** Not one base: all that may be read, or those of projects. */
export const EVERYWHERE = ''
export const PROJECTS = 'projects'

/** Where documents are looked for. */
export interface Place {
  /** A base, or one of the names above. */
  base: string
  /** Empty for all of the base. */
  folder: string
}

const ROWS = 20

/** One page of the documents of a place that can be attached. */
export function usePickable({ base, folder }: Place, keyword: string, page_num: number) {
  const paged = { keyword, page_num, page_size: ROWS }
  const keepPrevious = true
  const isOne = base !== EVERYWHERE && base !== PROJECTS
  const all = useRead(api.datasets.documentsForPickers, paged, { enabled: base === EVERYWHERE, keepPrevious })
  const projects = useRead(api.datasets.projectDocuments, paged, { enabled: base === PROJECTS, keepPrevious })
  const inFolder = useRead(
    api.datasets.folderDocuments,
    { ...paged, folder_ids: [folder] },
    { enabled: isOne && folder !== '', keepPrevious },
  )
  const inBase = useRead(
    api.datasets.documents,
    { dataset_id: base, keyword, current_page: page_num, page_size: ROWS, sort: 'added' },
    { enabled: isOne && folder === '', keepPrevious },
  )
  if (base === EVERYWHERE) return all
  if (base === PROJECTS) return projects
  if (folder !== '') return inFolder
  const { data, error, refetch } = inBase
  const named = data && { ...data, list: data.list.map((each) => ({ ...each, dataset_name: '' })) }
  return { data: named, error, refetch }
}
