import type { api, OutputOf } from '@scinav/contract'
import type { UploadTarget } from '../../documents/upload/uploads.state.ts'
import { readingAddress } from '../../paper/addresses.ts'
import type { IconName } from '../../ui/icons/icon.tsx'

/** All lists that the user can see: public ones, those of projects, and reading lists. */
export type AllDatasets = OutputOf<typeof api.datasets.all>
/** A reading list or knowledge base. */
export type Dataset = AllDatasets['readingDataset'][number]
/** A document of a list: a file, or the record of a paper. */
export type ListDocument = OutputOf<typeof api.datasets.documents>['list'][number]

/** A group of datasets, with what a new one in it would be. */
export interface ListGroup {
  id: string
  name: string
  icon: IconName
  datasets: Dataset[]
  /** Absent where none can be created. */
  make?: { kind: 'reading' | 'project' | 'ai'; project_id?: string }
}

/**
 * Groups the datasets: the user's private one first, then the public knowledge bases, those of projects, and the
 * reading lists. Operators can create public knowledge bases.
 */
export function listGroups(
  { aiDataset, projectDataset, readingDataset }: AllDatasets,
  isOperator = false,
): ListGroup[] {
  const privateLists = readingDataset.filter(({ is_private }) => is_private)
  const readingLists = readingDataset.filter(({ is_private }) => !is_private)
  const projectGroups = projectDataset.map(
    ({ project_id, project_name, my_role, datasets }): ListGroup => ({
      id: project_id,
      name: project_name,
      icon: 'users',
      datasets,
      ...(mayManage({ my_role }) && { make: { kind: 'project', project_id } }),
    }),
  )
  const groups: ListGroup[] = [
    { id: 'own', name: '我的文献', icon: 'folder', datasets: privateLists },
    {
      id: 'ai',
      name: 'AI 知识库',
      icon: 'book',
      datasets: aiDataset,
      ...(isOperator && { make: { kind: 'ai' } }),
    },
    ...projectGroups,
    { id: 'reading', name: '文献清单', icon: 'bookmark', datasets: readingLists, make: { kind: 'reading' } },
  ]
  return groups.filter(({ datasets, make }) => datasets.length > 0 || make)
}

// Roles: 1 owner, 2 manager, 3 member, 4 viewer.
const MANAGER_ROLE = 2
const MEMBER_ROLE = 3

/** Whether the user may add papers and sort them into folders. */
export const mayEdit = ({ my_role }: Dataset): boolean => my_role <= MEMBER_ROLE
/** Whether the user may change everything in a dataset, and the dataset itself. */
export const mayManage = ({ my_role }: Pick<Dataset, 'my_role'>): boolean => my_role <= MANAGER_ROLE
/** Whether the user may move or remove a document; members may do so with those they added. */
export const mayChange = (dataset: Dataset, document: ListDocument, user_id: string | undefined): boolean =>
  mayManage(dataset) || (mayEdit(dataset) && document.creator_id === user_id)

/** Labels of a dataset's visibility. */
export const visibilityNames: Record<Dataset['visibility'], string> = {
  private: '仅自己可见',
  project: '项目成员可见',
  public: '所有人可见',
}

/** Returns the upload target of a list or one of its folders. */
export const uploadTarget = ({ id, name }: Dataset, folder_id: string): UploadTarget => ({
  dataset_id: id,
  dataset_name: name,
  folder_id: folder_id || null,
})

/** Returns the reader's address of a document, with the others of its list. */
export const documentAddress = ({ id, dataset_id, folder_id }: ListDocument): string =>
  readingAddress({ document_id: id }, { dataset_id, ...(folder_id && { folder_id }) })
