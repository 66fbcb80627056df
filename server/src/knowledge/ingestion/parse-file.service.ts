import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import {
  assignParse,
  findParse,
  findParseOfBytes,
  findParsingViews,
  pageCount,
  requestParse,
} from '../../documents/parse-results/index.ts'
import { promoteUpload } from '../../documents/storage/index.ts'
import { discardUpload, receiveFile, type UploadedFile } from '../../documents/uploads/index.ts'
import { requireWork } from '../../library/papers/index.ts'
import { openAccessLocations } from '../../library/works/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { getPrivateDatasetId, requireDataset, throwAsMissingDocument } from '../datasets/index.ts'
import { addBytes } from './add-bytes.ts'
import * as documents from './file-document.store.ts'
import { linkPaper } from './link-paper.ts'
import { requireQueueCapacity } from './quota.ts'

type Ingestion = typeof api.ingestion

/** Maximum number of characters of a title in the name of a downloaded file. */
const MAX_FILE_TITLE_CHARS = 150

/**
 * Returns the parse of a paper, document or file that the caller may read, and starts it when there is none yet;
 * exactly one of the ids is given.
 *
 * @throws AppError `document.not_found`, `document.not_file`; for a file `file.not_found`,
 * `document.too_many_queued`; for a paper as `fetchFullText`.
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

/** Returns the parse of a document's file, and starts it when there is none yet. Must run in a transaction. */
async function parseDocument(ctx: Context, document_id: string) {
  const row = await documents.find(ctx.db, document_id)
  if (!row || row.deleted_at !== null) throw new AppError('document.not_found')
  await requireDataset(ctx, row.dataset_id, 'read').catch(throwAsMissingDocument)
  if (row.type !== 'file' || row.bytes_id === null) throw new AppError('document.not_file')
  const bytes = { id: row.bytes_id, mime: row.mime ?? '' }
  // The parse that the document shows, else the one that it waits for.
  const parse_id = row.parse_id ?? row.next_parse_id
  // An existing parse is returned in whatever state: one that failed is restarted only by users who may change the
  // document (`operate`), and this caller may only be able to read it.
  const existing = parse_id === null ? await findParseOfBytes(ctx, bytes) : await findParse(ctx, parse_id)
  const parse = existing ?? (await requestParse(ctx, bytes, ctx.actor.id))
  if (!existing) await assignParse(ctx, row, parse)
  return { parse_id: parse.id, state: parse.state, document_id }
}

/** Parses a paper's full text: one that the caller can already read, else its open-access PDF. */
async function parsePaper(ctx: Context, paper_id: string) {
  const [readable] = await documents.findFullTexts(ctx.db, ctx.actor.id, paper_id)
  const document_id = readable?.id ?? (await fetchFullText(ctx, paper_id))
  return transact(ctx, (ctx) => parseDocument(ctx, document_id))
}

/**
 * Downloads a paper's open-access PDF into the caller's private dataset and returns the id of its document.
 *
 * @throws AppError `paper.not_found`; `paper.no_open_file` when no location is known; `paper.file_failed` when none
 * delivers a PDF; at the caller's limits `upload.too_large`, `upload.too_many`, `upload.too_much`, `disk.full`,
 * `file.too_much`, `document.too_many_queued`; as `linkPaper`.
 */
async function fetchFullText(ctx: Context, paper_id: string): Promise<string> {
  const { work } = await requireWork(ctx, paper_id)
  const locations = openAccessLocations(work)
  if (locations.length === 0 || !ctx.providers.openAccess) throw new AppError('paper.no_open_file')
  for (const { url } of locations) {
    const upload = await downloadPdf(ctx, url, work.title)
    if (upload) return addFullText(ctx, paper_id, upload)
  }
  throw new AppError('paper.file_failed')
}

/** Downloads a PDF; null when the location does not deliver one. */
async function downloadPdf(ctx: Context, url: string, title: string): Promise<UploadedFile | null> {
  try {
    const response = await ctx.providers.openAccess?.(url, { headers: { accept: 'application/pdf' } })
    if (!response?.ok || !response.body) return null
    const bytes = Readable.fromWeb(response.body as ReadableStream)
    return await receiveFile(
      ctx,
      { name: `${title.slice(0, MAX_FILE_TITLE_CHARS)}.pdf`, maxBytes: null },
      bytes,
    )
  } catch (error) {
    // A limit of the caller is reported. An unusable location is skipped for the next one, and so is an empty file,
    // which `receiveFile` reports as `input.invalid`.
    if (error instanceof AppError && error.id !== 'input.invalid') throw error
    ctx.log.info({ err: error }, 'an open-access file could not be fetched')
    return null
  }
}

/** Adds a downloaded PDF to the private dataset as the full text of a paper. */
async function addFullText(ctx: Context, paper_id: string, upload: UploadedFile): Promise<string> {
  const dataset_id = await getPrivateDatasetId(ctx)
  try {
    return await promoteUpload(ctx, upload, async (ctx, bytes, type) => {
      if (type.kind !== 'pdf') throw new AppError('paper.file_failed')
      const target = { dataset_id, folder_id: null, path: '' }
      const { document_id } = await addBytes(ctx, target, { bytes, type, name: upload.name })
      await linkPaper(ctx, document_id, paper_id)
      return document_id
    })
  } finally {
    await discardUpload(ctx, upload.id)
  }
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
