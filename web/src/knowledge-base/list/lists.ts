import type { api, OutputOf } from '@scinav/contract'
import type { UploadTarget } from '../../documents/upload/uploads.state.ts'
import { readingAddress } from '../../paper/addresses.ts'
import type { IconName } from '../../ui/icons/icon.tsx'

export type AllDatasets = OutputOf<typeof api.datasets.all>
export type Dataset = AllDatasets['readingDataset'][number]
export type ListDocument = OutputOf<typeof api.datasets.documents>['list'][number]

/** Datasets that stand together, and what a new one among them would be. */
export interface ListGroup {
  id: string
  name: string
  icon: IconName
  datasets: Dataset[]
  /** Missing where nothing can be made. */
  make?: { kind: 'reading' | 'project' | 'ai'; project_id?: string }
}

/** The person's own dataset first, then the AI knowledge bases, the teams', the reading lists; operators make AI knowledge bases. */
export function listGroups(
  { aiDataset, projectDataset, readingDataset }: AllDatasets,
  isOperator = false,
): ListGroup[] {
  const own = readingDataset.filter(({ is_private }) => is_private)
  const lists = readingDataset.filter(({ is_private }) => !is_private)
  const teams = projectDataset.map(
    ({ project_id, project_name, my_role, datasets }): ListGroup => ({
      id: project_id,
      name: project_name,
      icon: 'users',
      datasets,
      ...(mayManage({ my_role }) && { make: { kind: 'project', project_id } }),
    }),
  )
  const groups: ListGroup[] = [
    { id: 'own', name: '我的文献', icon: 'folder', datasets: own },
    {
      id: 'ai',
      name: 'AI 知识库',
      icon: 'book',
      datasets: aiDataset,
      ...(isOperator && { make: { kind: 'ai' } }),
    },
    ...teams,
    { id: 'reading', name: '文献清单', icon: 'bookmark', datasets: lists, make: { kind: 'reading' } },
  ]
  return groups.filter(({ datasets, make }) => datasets.length > 0 || make)
}

// Roles: 1 owner, 2 manager, 3 member, 4 viewer.
/** Whether the person may add papers and sort them into folders. */
export const mayEdit = ({ my_role }: Dataset): boolean => my_role <= 3
/** Whether the person may change everything in a dataset, and the dataset itself. */
export const mayManage = ({ my_role }: Pick<Dataset, 'my_role'>): boolean => my_role <= 2
/** Whether the person may move a document or take it out: members those that they added. */
export const mayChange = (dataset: Dataset, document: ListDocument, user_id: string | undefined): boolean =>
  mayManage(dataset) || (mayEdit(dataset) && document.creator_id === user_id)

/** Who sees a dataset, in words. */
export const visibilityNames: Record<Dataset['visibility'], string> = {
  private: '仅自己可见',
  project: '项目成员可见',
  public: '所有人可见',
}

/** Where files go that are added to a list, or to one of its folders. */
export const uploadTarget = ({ id, name }: Dataset, folder_id: string): UploadTarget => ({
  dataset_id: id,
  dataset_name: name,
  folder_id: folder_id || null,
})

/** Where a document is read, with the others of its list beside it. */
export const documentAddress = ({ id, dataset_id, folder_id }: ListDocument): string =>
  readingAddress({ document_id: id }, { dataset_id, ...(folder_id && { folder_id }) })
