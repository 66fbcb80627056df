import { api, type FolderTree } from '@scinav/contract'
import { call, type Failure } from '../api/call.ts'

/** A folder as it was, with what lay in it: enough to build it again. */
export interface FolderCopy {
  name: string
  parent_id: string | null
  papers: string[]
  /** Documents that are files; they can only be put back while the dataset has them. */
  files: string[]
  children: FolderCopy[]
}

const PAGE = 100

/** More documents than this are not remembered, and the removal is not offered to be undone. */
const MOST = 500

/** Reads what lies in a folder and below it before it is removed; nothing where it is too much. */
export async function rememberFolder(folder: FolderTree): Promise<FolderCopy | undefined> {
  return remember(folder, { documents: MOST })
}

async function remember(folder: FolderTree, left: { documents: number }): Promise<FolderCopy | undefined> {
  const documents = await documentsIn(folder, left)
  if (!documents) return undefined
  const children: FolderCopy[] = []
  for (const child of folder.children) {
    const inside = await remember(child, left)
    if (!inside) return undefined
    children.push(inside)
  }
  return {
    name: folder.name,
    parent_id: folder.parent_id,
    papers: documents.flatMap(({ paper_id }) => paper_id ?? []),
    files: documents.flatMap(({ id, paper_id }) => (paper_id === null ? id : [])),
    children,
  }
}

async function documentsIn({ dataset_id, id: folder_id }: FolderTree, left: { documents: number }) {
  const documents: { id: string; paper_id: string | null }[] = []
  for (let page_num = 1, total = 1; (page_num - 1) * PAGE < total; page_num += 1) {
    const answer = await call(api.datasets.level, { dataset_id, folder_id, page_num, page_size: PAGE })
    if (!answer.success) return undefined
    total = answer.data.total
    if (total > left.documents) return undefined
    documents.push(...answer.data.list)
  }
  left.documents -= documents.length
  return documents
}

/** Builds a remembered folder again and puts its papers back. Resolves to the failure that stopped it. */
export async function rebuildFolder(
  dataset_id: string,
  copy: FolderCopy,
  parent_id: string | null = copy.parent_id,
): Promise<Failure | undefined> {
  const made = await call(api.datasets.saveFolder, { dataset_id, parent_id, name: copy.name })
  if (!made.success) return made
  const folder_id = made.data.id
  if (copy.papers.length > 0) {
    const targets = [{ dataset_id, folder_id }]
    const put = await call(api.datasets.keepPapers, { paper_id_list: copy.papers, targets })
    if (!put.success) return put
  }
  if (copy.files.length > 0) {
    const input = { dataset_id, document_ids: copy.files, target_folder_id: folder_id }
    const put = await call(api.datasets.move, input)
    if (!put.success) return put
  }
  for (const child of copy.children) {
    const failure = await rebuildFolder(dataset_id, child, folder_id)
    if (failure) return failure
  }
  return undefined
}
