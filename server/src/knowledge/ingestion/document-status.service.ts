import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import {
  awaitParse,
  findParse,
  findParseOfBytes,
  findParsingViews,
  pageCount,
  requestParse,
} from '../../documents/parse-results/index.ts'
import { remainingStorage } from '../../documents/storage/index.ts'
import { maxFileBytes, safeFileName } from '../../documents/uploads/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import {
  binCutoff,
  findFolders,
  mayEdit,
  requireDataset,
  roleOf,
  throwAsMissingDocument,
  toDocuments,
  trimListRow,
} from '../datasets/index.ts'
import { fetchFullText } from './fetch-full-text.ts'
import * as documents from './file-document.store.ts'
import { remainingQueue, requireQueueCapacity } from './quota.ts'

type Ingestion = typeof api.ingestion

/** Returns for each file whether the dataset already has it, and how much room is left. */
export async function checkFiles(
  ctx: Context,
  input: ParsedInputOf<Ingestion['check']>,
): Promise<OutputOf<Ingestion['check']>> {
  const { dataset_id, files } = input
  await requireDataset(ctx, dataset_id, 'write')
  const sameNames = await findSameNames(ctx, input)
  const hashes = files.flatMap(({ sha256 }) => sha256 ?? [])
  const there = new Map(
    (await documents.findByHashes(ctx.db, dataset_id, hashes)).map((row) => [row.sha256, row]),
  )
  const file_bytes = maxFileBytes(ctx)
  return {
    files: files.map(({ size, sha256 }, at) => {
      const row = there.get(sha256 ?? '')
      if (row) {
        const state = row.deleted_at === null ? 'there' : 'in_bin'
        return { state, document_id: row.id, name: row.name, same_name: null }
      }
      const state = size > file_bytes ? 'too_large' : 'new'
      return { state, document_id: null, name: null, same_name: sameNames[at] ?? null }
    }),
    room: { files: await remainingQueue(ctx), file_bytes, bytes: Math.max(0, await remainingStorage(ctx)) },
  }
}

/** Returns, in the order of the files, the document with a file's name in its folder. */
async function findSameNames(
  ctx: Context,
  { dataset_id, folder_id, files }: ParsedInputOf<Ingestion['check']>,
): Promise<({ document_id: string; may_replace: boolean } | undefined)[]> {
  const paths = files.map(({ path = '' }) => path.split('/'))
  const names = paths.map((path) => (path.at(-1) === '' ? '' : safeFileName(path.at(-1) ?? '')))
  const wanted = [...new Set(names)].filter((name) => name !== '')
  if (wanted.length === 0) return []
  const folders = await findFolders(
    ctx,
    dataset_id,
    folder_id ?? null,
    paths.map((path) => path.slice(0, -1)),
  )
  const editsAll = mayEdit(roleOf(await requireDataset(ctx, dataset_id, 'write'), ctx.actor))
  const keyOf = (folder: string | null, name: string) => JSON.stringify([folder, name])
  const there = new Map(
    (await documents.findFilesByName(ctx.db, dataset_id, wanted)).map((row) => [
      keyOf(row.folder_id, row.name),
      { document_id: row.id, may_replace: editsAll || row.creator_id === ctx.actor.id },
    ]),
  )
  return names.map((name, at) => {
    const folder = folders[at]
    return folder === undefined ? undefined : there.get(keyOf(folder, name))
  })
}

/** Lists deleted documents of a dataset that can still be restored. */
export async function listDeleted(ctx: Context, input: ParsedInputOf<Ingestion['bin']>) {
  const { dataset_id, page_num, page_size } = input
  await requireDataset(ctx, dataset_id, 'read')
  const { list, total } = await documents.listDeletedSince(ctx.db, dataset_id, binCutoff(ctx), input)
  const deleted = new Map(list.map(({ id, deleted_at }) => [id, deleted_at ?? '']))
  const views = await toDocuments(ctx, list, undefined)
  return {
    list: views.map((view) => ({ ...trimListRow(view), deleted_at: deleted.get(view.id) ?? '' })),
    total,
    page_num,
    page_size,
  }
}

/** Returns the processing state of documents of a dataset. */
export async function getDocumentProgress(
  ctx: Context,
  { dataset_id, document_ids }: ParsedInputOf<Ingestion['progress']>,
): Promise<OutputOf<Ingestion['progress']>> {
  await requireDataset(ctx, dataset_id, 'read')
  const rows = (await documents.findByIds(ctx.db, document_ids)).filter(
    (row) => row.dataset_id === dataset_id && row.deleted_at === null,
  )
  const parsing = await findParsingViews(
    ctx,
    rows.flatMap((row) => row.next_parse_id ?? []),
  )
  const views = new Map(
    rows.map(({ id, state, progress, error, page_count, parse_id, next_parse_id }) => [
      id,
      { id, state, progress, error, page_count, parse_id, parsing: parsing.get(next_parse_id ?? '') ?? null },
    ]),
  )
  return document_ids.flatMap((id) => views.get(id) ?? [])
}

/**
 * Starts parsing a paper, document or file that the caller may read, unless that has been done.
 *
 * @throws AppError `document.not_found`, `document.not_file`, `file.not_found`, `paper.not_found`; as
 * `fetchFullText`.
 */
export async function parseFile(
  ctx: Context,
  { paper_id, document_id, file_id }: ParsedInputOf<Ingestion['parseFile']>,
): Promise<OutputOf<Ingestion['parseFile']>> {
  if (paper_id) return parsePaper(ctx, paper_id)
  if (document_id) return transact(ctx, (ctx) => parseDocument(ctx, document_id))
  const bytes = await documents.findOwnFile(ctx.db, ctx.actor.id, file_id ?? '')
  if (!bytes) throw new AppError('file.not_found')
  return transact(ctx, async (ctx) => {
    await requireQueueCapacity(ctx, 1)
    const { id, state } = await requestParse(ctx, bytes, ctx.actor.id)
    return { parse_id: id, state, document_id: null }
  })
}

async function parseDocument(ctx: Context, document_id: string) {
  const row = await documents.find(ctx.db, document_id)
  if (!row || row.deleted_at !== null) throw new AppError('document.not_found')
  await requireDataset(ctx, row.dataset_id, 'read').catch(throwAsMissingDocument)
  if (row.type !== 'file' || row.bytes_id === null) throw new AppError('document.not_file')
  const bytes = { id: row.bytes_id, mime: row.mime ?? '' }
  const served = row.parse_id ?? row.next_parse_id
  const there = served === null ? await findParseOfBytes(ctx, bytes) : await findParse(ctx, served)
  // A failed parse is restarted only by users who may change the document, not by those who view it.
  const parse = there ?? (await requestParse(ctx, bytes, ctx.actor.id))
  if (!there) await awaitParse(ctx, row, parse)
  return { parse_id: parse.id, state: parse.state, document_id }
}

/** Parses a paper's full text: one that the caller can already read, else its open-access PDF. */
async function parsePaper(ctx: Context, paper_id: string) {
  const [there] = await documents.findFullTexts(ctx.db, ctx.actor.id, paper_id)
  const document_id = there?.id ?? (await fetchFullText(ctx, paper_id))
  return transact(ctx, (ctx) => parseDocument(ctx, document_id))
}

/**
 * Returns the state of a parse to users who may read the parsed document.
 *
 * @throws AppError `parse.not_found`.
 */
export async function getParseState(
  ctx: Context,
  { parse_id }: ParsedInputOf<Ingestion['parseState']>,
): Promise<OutputOf<Ingestion['parseState']>> {
  const parse = await findParse(ctx, parse_id)
  if (!parse || !(await documents.mayReadParse(ctx.db, ctx.actor.id, parse)))
    throw new AppError('parse.not_found')
  const view = (await findParsingViews(ctx, [parse_id])).get(parse_id)
  if (!view) throw new AppError('parse.not_found')
  return { ...view, page_count: pageCount(parse) }
}
