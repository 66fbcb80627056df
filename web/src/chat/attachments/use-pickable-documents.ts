import { api } from '@scinav/contract'
import { useRead } from '../../api/use-read.ts'

/** Values of `base` for more than one base: all readable ones, or those of projects. */
export const ALL_BASES = ''
export const PROJECT_BASES = 'projects'

/** Where the picker looks for documents. */
export interface PickerLocation {
  /** A dataset id, or one of the constants above. */
  base: string
  /** Empty for the whole base. */
  folder: string
}

const PAGE_SIZE = 20

/** Reads one page of the attachable documents at a location. */
export function usePickableDocuments({ base, folder }: PickerLocation, keyword: string, page_num: number) {
  const paged = { keyword, page_num, page_size: PAGE_SIZE }
  const keepPrevious = true
  const isOne = base !== ALL_BASES && base !== PROJECT_BASES
  const all = useRead(api.datasets.documentsForPickers, paged, { enabled: base === ALL_BASES, keepPrevious })
  const projects = useRead(api.datasets.projectDocuments, paged, {
    enabled: base === PROJECT_BASES,
    keepPrevious,
  })
  const inFolder = useRead(
    api.datasets.folderDocuments,
    { ...paged, folder_ids: [folder] },
    { enabled: isOne && folder !== '', keepPrevious },
  )
  const inBase = useRead(
    api.datasets.documents,
    { dataset_id: base, keyword, current_page: page_num, page_size: PAGE_SIZE, sort: 'added' },
    { enabled: isOne && folder === '', keepPrevious },
  )
  if (base === ALL_BASES) return all
  if (base === PROJECT_BASES) return projects
  if (folder !== '') return inFolder
  const { data, error, refetch } = inBase
  const named = data && { ...data, list: data.list.map((each) => ({ ...each, dataset_name: '' })) }
  return { data: named, error, refetch }
}
