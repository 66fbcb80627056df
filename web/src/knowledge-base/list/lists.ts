import type { api, OutputOf } from '@scinav/contract'
import type { UploadTarget } from '../../documents/upload/uploads.state.ts'
import { readingAddress } from '../../paper/addresses.ts'
import type { IconName } from '../../ui/icons/icon.tsx'
import { mayManage } from './rights.ts'

/** All datasets that the user can see: public ones, those of projects, and reading lists. */
export type AllDatasets = OutputOf<typeof api.datasets.all>
/**
 * A list of documents. The screens call it a 文献清单 (reading list) when it is the user's own, and a 知识库 (knowledge base)
 * when it belongs to a project or, as a public one, to all users.
 */
export type Dataset = AllDatasets['readingDataset'][number]
/** A document of a dataset: a file, or the record of a paper. */
export type ListDocument = OutputOf<typeof api.datasets.documents>['list'][number]

/** A group of datasets under one heading. */
export interface ListGroup {
  /** The id of the project; `own`, `ai` or `reading` for the other groups. */
  id: string
  name: string
  icon: IconName
  datasets: Dataset[]
  /** What a new dataset of the group is; absent where the user cannot create one. */
  creates?: { kind: 'reading' | 'project' | 'ai'; project_id?: string }
}

/**
 * Groups the datasets in this order: the user's own list 我的文献, the public knowledge bases, those of each project, and
 * the reading lists. Groups that are empty and in which none can be created are left out. Operators can create public
 * knowledge bases.
 */
export function groupDatasets(
  { aiDataset, projectDataset, readingDataset }: AllDatasets,
  isOperator = false,
): ListGroup[] {
  // `is_private` marks the list 我的文献, which every user has from the start. It is not the visibility: reading lists may
  // have the visibility `private` too.
  const ownLists = readingDataset.filter(({ is_private }) => is_private)
  const readingLists = readingDataset.filter(({ is_private }) => !is_private)
  const projectGroups = projectDataset.map(
    ({ project_id, project_name, my_role, datasets }): ListGroup => ({
      id: project_id,
      name: project_name,
      icon: 'users',
      datasets,
      ...(mayManage({ my_role }) && { creates: { kind: 'project', project_id } }),
    }),
  )
  const groups: ListGroup[] = [
    { id: 'own', name: '我的文献', icon: 'folder', datasets: ownLists },
    {
      id: 'ai',
      name: 'AI 知识库',
      icon: 'book',
      datasets: aiDataset,
      ...(isOperator && { creates: { kind: 'ai' } }),
    },
    ...projectGroups,
    {
      id: 'reading',
      name: '文献清单',
      icon: 'bookmark',
      datasets: readingLists,
      creates: { kind: 'reading' },
    },
  ]
  return groups.filter(({ datasets, creates }) => datasets.length > 0 || creates)
}

/** Labels of a dataset's visibility. */
export const visibilityNames: Record<Dataset['visibility'], string> = {
  private: '仅自己可见',
  project: '项目成员可见',
  public: '所有人可见',
}

/** Returns the upload target of a dataset or one of its folders; the folder id `''` is the dataset itself. */
export const uploadTarget = ({ id, name }: Dataset, folder_id: string): UploadTarget => ({
  dataset_id: id,
  dataset_name: name,
  folder_id: folder_id || null,
})

/** Returns the address that opens a document in the reader, with the other documents of its dataset and folder. */
export const documentAddress = ({ id, dataset_id, folder_id }: ListDocument): string =>
  readingAddress({ document_id: id }, { dataset_id, ...(folder_id && { folder_id }) })
