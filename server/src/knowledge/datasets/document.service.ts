import {
  type api,
  blankWork,
  type OutputOf,
  type ParsedInputOf,
  type projectFilesApi,
  RESOURCE_TYPE,
  readWork,
  type Work,
} from '@scinav/contract'
import { isLastingFault } from '@scinav/documents'
import { findParsingViews } from '../../documents/parse-results/index.ts'
import { findPapersByIds, type PaperRecord, streamRecordsByIds } from '../../library/papers/index.ts'
import { lookUpWorks, standingStatus } from '../../library/retractions/index.ts'
import { cutWork } from '../../library/works/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import { requireProject } from '../projects/index.ts'
import * as datasets from './dataset.store.ts'
import * as documents from './document.store.ts'
import { binDocuments } from './document-bin.ts'
import { loadFolderTree, requireFolder, touchDataset } from './folder.service.ts'
import * as folders from './folder.store.ts'
import * as pickers from './picker.store.ts'
import { requireDataset, requireEditable } from './role.ts'
import * as tagStore from './tag.store.ts'

type Datasets = typeof api.datasets
type DocumentView = OutputOf<Datasets['documents']>['list'][number]

/**
 * Lists one page of the documents of a dataset with their papers, narrowed by the given filters.
 *
 * @throws AppError as `requireDataset`; `folder.not_found`.
 */
export async function listDocuments(
  ctx: Context,
  { current_page: page_num, ...input }: ParsedInputOf<Datasets['documents']>,
): Promise<OutputOf<Datasets['documents']>> {
  await requireDataset(ctx, input.dataset_id, 'read')
  if (input.folder_id) requireFolder(await loadFolderTree(ctx, input.dataset_id), input.folder_id)
  return loadDocumentPage(ctx, { ...input, page_num })
}

/** Lists the documents of the caller's private dataset; the list is empty before that exists. */
export async function listPrivatePage(ctx: Context, input: ParsedInputOf<Datasets['privatePage']>) {
  const { current_page: page_num, page_size, keyword } = input
  const dataset = await datasets.findPrivate(ctx.db, ctx.actor.id)
  if (!dataset) return { list: [], total: 0, page_num, page_size }
  return loadDocumentPage(ctx, { dataset_id: dataset.id, keyword, page_num, page_size })
}

/**
 * Lists one page of the files in all datasets of a project, newest first.
 *
 * @throws AppError `project.not_found`.
 */
export async function listProjectFiles(ctx: Context, input: ParsedInputOf<typeof projectFilesApi.files>) {
  const { project_id, page_num, page_size, keyword } = input
  await requireProject(ctx, project_id, 'read')
  const found = await pickers.findProjectFiles(ctx.db, { project_id, keyword, page_num, page_size })
  return { ...found, page_num, page_size }
}

/** Lists the folders of one level with the documents placed in it; the top level has those that are in no folder. */
export async function listFolderLevel(ctx: Context, input: ParsedInputOf<Datasets['level']>) {
  const { dataset_id, folder_id, page_num, page_size } = input
  await requireDataset(ctx, dataset_id, 'read')
  const tree = await loadFolderTree(ctx, dataset_id)
  if (folder_id) requireFolder(tree, folder_id)
  const page = await loadDocumentPage(ctx, { dataset_id, folder_id: folder_id ?? 'top', page_num, page_size })
  return { ...page, folders: tree.children(folder_id ?? null) }
}

async function loadDocumentPage(ctx: Context, filter: documents.DocumentFilter) {
  const { list, total } = await documents.findPage(ctx.db, filter)
  const views = await toDocuments(ctx, list, filter.folder_id)
  return { list: views.map(trimListRow), total, page_num: filter.page_num, page_size: filter.page_size }
}

/** Returns documents that the caller may read as list rows, in no particular order. */
export async function readableDocuments(ctx: Context, ids: string[]): Promise<DocumentView[]> {
  const rows = await documents.findReadableByIds(ctx.db, ctx.actor.id, ids)
  return (await toDocuments(ctx, rows)).map(trimListRow)
}

/** Trims a list row: the abstract is shortened, and raw CSL data of the source is dropped. */
export function trimListRow<View extends Pick<DocumentView, 'paper' | 'proposed_paper' | 'record'>>(
  view: View,
): View {
  const { paper, proposed_paper, record } = view
  return {
    ...view,
    paper: paper && trimWork(paper),
    proposed_paper: proposed_paper && trimWork(proposed_paper),
    record: record && trimWork(record),
  }
}

/** Limits of a record in a list: characters per text, entries per list. */
const ROW_LIMITS = { text: 1_000, items: 200 }

const trimWork = <Record extends Work>(work: Record) => cutWork({ ...work, csl: {} }, ROW_LIMITS)

/**
 * Converts rows to documents with papers, tags and a folder, in the order of the rows. The folder is `folder_id` if the
 * document is in it, else the first of its folders; null when it is in none.
 */
export async function toDocuments(
  ctx: Context,
  rows: documents.DocumentRow[],
  folder_id?: string | undefined,
): Promise<DocumentView[]> {
  const ids = rows.map((row) => row.id)
  const linkedPapers = await findPapersByIds(
    ctx,
    rows.flatMap((row) => [row.paper_id ?? [], row.proposed_paper_id ?? []].flat()),
  )
  const parsing = await findParsingViews(
    ctx,
    rows.flatMap((row) => row.next_parse_id ?? []),
  )
  const papers = new Map(linkedPapers.map((paper) => [paper.id, paper]))
  const placements = Map.groupBy(await folders.findPlacements(ctx.db, ids), (each) => each.document_id)
  const tags = Map.groupBy(await tagStore.findByDocuments(ctx.db, ids), (tag) => tag.document_id)
  const failed = await failedFileNames(ctx, rows)
  const records = await readRecords(ctx, rows)
  return rows.map((row) => {
    const folder_ids = placements.get(row.id)?.map((each) => each.folder_id) ?? []
    const paper = papers.get(row.paper_id ?? '') ?? null
    return {
      ...row,
      title: rowTitle(row, paper),
      named_by_hand: row.named_by_hand === 1,
      folder_id: folder_ids.find((id) => id === folder_id) ?? folder_ids[0] ?? null,
      warnings: JSON.parse(row.warnings),
      tags: tags.get(row.id) ?? [],
      paper,
      proposed_paper: papers.get(row.proposed_paper_id ?? '') ?? null,
      ...recordOf(ctx, row, records.get(row.id) ?? null),
      parsing: parsing.get(row.next_parse_id ?? '') ?? null,
      failed_file: failed.get(row.id) ?? null,
      ...retryability(row.error),
    }
  })
}

/** Returns the field that says that parsing again cannot help; none where it may, or nothing has failed. */
const retryability = (error: string | null): Pick<DocumentView, 'is_retryable'> =>
  error !== null && isLastingFault(error) ? { is_retryable: false } : {}

/** Returns the own records of documents, by document, with the status that notices about the works give them. */
async function readRecords(ctx: Context, rows: documents.DocumentRow[]): Promise<Map<string, Work>> {
  const recorded = rows.flatMap(({ id, record }) => (record === null ? [] : [{ id, work: readWork(record) }]))
  const notices = await lookUpWorks(
    ctx,
    recorded.map(({ work }) => work),
  )
  return new Map(
    recorded.map(({ id, work }, at) => [
      id,
      { ...work, status: standingStatus(work.status, notices[at] ?? null) },
    ]),
  )
}

/** Returns a document's own record and its origin. */
function recordOf(
  { providers: { engines } }: Context,
  { record_by_hand, record_lookup, record_engines }: documents.DocumentRow,
  record: Work | null,
): Pick<DocumentView, 'record' | 'record_by_hand' | 'record_lookup' | 'record_engines'> {
  const ids = record_engines.split(',').filter(Boolean)
  return {
    record,
    record_by_hand: record_by_hand === 1,
    record_lookup: record_lookup === 'due' && engines.off ? 'off' : record_lookup,
    record_engines: ids.map((id) => engines.all.find((each) => each.id === id)?.name ?? id),
  }
}

/** Returns the title shown for a row, by the same rule as `shownTitle` in SQL. */
const rowTitle = (
  { named_by_hand, name, title }: documents.DocumentRow,
  paper: DocumentView['paper'],
): string => (named_by_hand === 1 ? name : (paper?.title ?? (title || name)))

/** Returns, by document, the names of new files that failed to replace the document's file. */
async function failedFileNames(ctx: Context, rows: documents.DocumentRow[]): Promise<Map<string, string>> {
  const failed = rows.flatMap(({ id, next_file_id, next_parse_id }) =>
    next_file_id !== null && next_parse_id === null ? [{ id, next_file_id }] : [],
  )
  const names = await documents.findFileNames(
    ctx.db,
    failed.map(({ next_file_id }) => next_file_id),
  )
  return new Map(failed.map(({ id, next_file_id }) => [id, names.get(next_file_id) ?? '']))
}

/** Moves documents of a dataset to the bin, all or none. */
export async function removeDocuments(ctx: Context, input: ParsedInputOf<Datasets['removeDocuments']>) {
  return transact(ctx, async (ctx) => {
    const { id } = await requireEditable(ctx, input.dataset_id, input.document_ids)
    await binDocuments(ctx, input.document_ids, ctx.now().toISOString())
    await touchDataset(ctx, id)
    return null
  })
}

/** Removes documents from a folder; they stay in the dataset. */
export async function removeFromFolder(ctx: Context, input: ParsedInputOf<Datasets['removeFromFolder']>) {
  return transact(ctx, async (ctx) => {
    const { id } = await requireEditable(ctx, input.dataset_id, input.document_ids)
    requireFolder(await loadFolderTree(ctx, id), input.folder_id)
    await folders.removePlacements(ctx.db, input.document_ids, input.folder_id)
    await touchDataset(ctx, id)
    return null
  })
}

/**
 * Returns the records of documents that the caller may read, by document id and in the order of the ids, each once:
 * the record of the document's paper, else its own, else one made from its title.
 */
export async function loadDocumentRecords(
  ctx: Pick<Context, 'db' | 'actor'>,
  ids: string[],
): Promise<PaperRecord[]> {
  const found = await documents.findReadableByIds(ctx.db, ctx.actor.id, [...new Set(ids)])
  const rows = new Map(found.map((row) => [row.id, row]))
  const paperRecords = new Map<string, string>()
  for await (const batch of streamRecordsByIds(
    ctx,
    found.flatMap(({ paper_id }) => paper_id ?? []),
  ))
    for (const { id, record } of batch) paperRecords.set(id, record)
  return [...new Set(ids)].flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const record = paperRecords.get(row.paper_id ?? '') ?? row.record
    return { id, record: record ?? JSON.stringify(blankWork(row.title || row.name, RESOURCE_TYPE.other)) }
  })
}
