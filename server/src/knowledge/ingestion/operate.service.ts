import { type api, type OutputOf, type ParsedInputOf, readWork } from '@scinav/contract'
import {
  assignParse,
  cancelDocumentParses,
  excludePassages,
  includePassages,
  reinstateDocuments,
  requestParse,
  restartStalledParse,
  withdrawDocuments,
} from '../../documents/parse-results/index.ts'
import { createFileRow, promoteUpload, requireStorage } from '../../documents/storage/index.ts'
import { requireUploadedFile, type UploadedFile, visibleName } from '../../documents/uploads/index.ts'
import { requirePapers } from '../../library/papers/index.ts'
import { type Context, transact } from '../../platform/context/context.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import {
  requireDataset,
  requireOwnDocument,
  throwAsMissingDocument,
  toDocuments,
  touchDataset,
} from '../datasets/index.ts'
import { queueAgain } from './add-bytes.ts'
import { editedWork } from './document-record.ts'
import * as documents from './file-document.store.ts'
import { linkPaper, proposePaper } from './link-paper.ts'
import { requireQueueCapacity } from './quota.ts'

type Ingestion = typeof api.ingestion
type OperateInput = ParsedInputOf<Ingestion['operate']>
type DocumentRow = documents.DocumentRow

/**
 * Returns a document that the caller may change: members their own, managers all.
 *
 * @param location where the document must be: in its dataset, in the bin, or either
 * @throws AppError `document.not_found`, `dataset.not_allowed`, `document.not_own`.
 */
async function requireChangeable(
  ctx: Context,
  document_id: string,
  location: 'dataset' | 'bin' | 'any',
): Promise<DocumentRow> {
  const row = await documents.find(ctx.db, document_id)
  const isInBin = row?.deleted_at !== null
  if (!row || (location === 'dataset' && isInBin) || (location === 'bin' && !isInBin))
    throw new AppError('document.not_found')
  await requireDataset(ctx, row.dataset_id, 'read').catch(throwAsMissingDocument)
  await requireOwnDocument(ctx, row)
  return row
}

/**
 * Operations that run in the transaction of the change. `leave_out` and `take_in` exclude passages from answers and
 * include them again; `describe` stores a record. `replace` is separate because its file is promoted outside of it.
 */
const operations: Record<
  Exclude<OperateInput['operation'], 'replace'>,
  (ctx: Context, row: DocumentRow, input: OperateInput) => Promise<void>
> = {
  rename,
  retry,
  cancel,
  discard_file: discardFile,
  restore: async (ctx, row) => {
    await documents.update(ctx.db, row.id, { deleted_at: null })
    await reinstateDocuments(ctx, [row.id])
  },
  leave_out: (ctx, row, { ordinals = [] }) => excludePassages(ctx, row, ordinals),
  take_in: (ctx, row, { ordinals = [] }) => includePassages(ctx, row, ordinals),
  accept_paper: acceptPaper,
  describe: setRecord,
  decline_paper: async (ctx, row) =>
    documents.update(ctx.db, row.id, {
      proposed_paper_id: null,
      declined_paper_id: row.proposed_paper_id ?? row.paper_id ?? row.declined_paper_id,
      paper_id: row.type === 'file' ? null : row.paper_id,
    }),
}

/**
 * Applies one of the operations of the contract to a document and returns the document. All but `rename` and `restore`
 * are for files only.
 *
 * @throws AppError as `requireChangeable` and the operation; `document.not_file`.
 */
export async function operateDocument(
  ctx: Context,
  input: OperateInput,
): Promise<OutputOf<Ingestion['operate']>> {
  const { document_id, operation } = input
  if (operation === 'replace') await replaceFile(ctx, input)
  else
    await transact(ctx, async (ctx) => {
      const row = await requireChangeable(ctx, document_id, operation === 'restore' ? 'bin' : 'dataset')
      if (row.type !== 'file' && operation !== 'rename' && operation !== 'restore')
        throw new AppError('document.not_file')
      await operations[operation](ctx, row, input)
      await documents.update(ctx.db, row.id, { updated_at: ctx.now().toISOString() })
      await touchDataset(ctx, row.dataset_id)
    })
  const [view] = await toDocuments(ctx, await documents.findByIds(ctx.db, [document_id]), undefined)
  if (!view) throw new AppError('document.not_found')
  return view
}

/**
 * Gives a document the name, whose invisible characters are removed.
 *
 * @throws AppError `input.invalid` when nothing is left of it.
 */
async function rename(ctx: Context, row: DocumentRow, input: OperateInput): Promise<void> {
  const name = visibleName(input.name ?? row.name)
  if (name === '') throw invalidInput('name', '请填写文件名')
  await documents.update(ctx.db, row.id, { name, named_by_hand: input.by_hand ? 1 : 0 })
}

/**
 * Retries a parse that failed or was cancelled, including one of a replacement file, or restarts one that is stalled.
 *
 * @throws AppError `document.not_retryable`.
 */
async function retry(ctx: Context, row: DocumentRow): Promise<void> {
  const hasFailed = row.state === 'failed' || row.state === 'cancelled' || row.error !== null
  if (row.next_parse_id === null && hasFailed) {
    if (!(await retryNewFile(ctx, row))) await queueAgain(ctx, row)
  } else if (row.next_parse_id === null || !(await restartStalledParse(ctx, row.next_parse_id)))
    throw new AppError('document.not_retryable')
}

/** Parses again the file that failed to replace the document's file; returns false when there is none. */
async function retryNewFile(ctx: Context, row: DocumentRow): Promise<boolean> {
  const bytes =
    row.next_file_id === null ? undefined : await documents.findFileBytes(ctx.db, row.next_file_id)
  if (!bytes) return false
  await requireQueueCapacity(ctx, 1)
  await assignParse(ctx, row, await requestParse(ctx, bytes, ctx.actor.id), row.next_file_id)
  return true
}

/** Discards a pending replacement file; the document's own file stays. */
async function discardFile(ctx: Context, row: DocumentRow): Promise<void> {
  if (row.next_file_id === null) return
  if (row.next_parse_id !== null) await cancelDocumentParses(ctx, [row.id])
  await documents.update(ctx.db, row.id, { next_file_id: null, error: null })
}

/**
 * Cancels the parse that a document waits for; one that was parsed before keeps its content.
 *
 * @throws AppError `document.not_parsing`.
 */
async function cancel(ctx: Context, row: DocumentRow): Promise<void> {
  if (row.next_parse_id === null) throw new AppError('document.not_parsing')
  await cancelDocumentParses(ctx, [row.id])
  if (row.parse_id === null) await documents.update(ctx.db, row.id, { state: 'cancelled', progress: 0 })
}

/** Stores the record that a user enters for a file; a matching paper of the library is proposed. */
async function setRecord(ctx: Context, row: DocumentRow, { record }: OperateInput): Promise<void> {
  if (!record) return
  const work = editedWork(row.record === null ? null : readWork(row.record), record)
  const { title, doi } = work
  const authors = work.creators.map(({ name }) => name)
  const proposed = await proposePaper(ctx, { title, authors, identifiers: doi === null ? {} : { doi } })
  const isUndecided = row.paper_id === null && proposed !== row.declined_paper_id
  await documents.update(ctx.db, row.id, {
    title,
    record: JSON.stringify(work),
    record_by_hand: 1,
    ...(row.record_lookup === 'due' && { record_lookup: null }),
    ...(isUndecided && { proposed_paper_id: proposed }),
  })
}

/**
 * Links a document to the given paper, else to the proposed one.
 *
 * @throws AppError `document.no_proposal` when there is neither; as `requirePapers` and `linkPaper`.
 */
async function acceptPaper(ctx: Context, row: DocumentRow, input: OperateInput): Promise<void> {
  const paper_id = input.paper_id ?? row.proposed_paper_id
  if (!paper_id) throw new AppError('document.no_proposal')
  await requirePapers(ctx, [paper_id])
  await linkPaper(ctx, row.id, paper_id)
}

/**
 * Replaces a document's file. The previous content remains available until the new file has been parsed.
 *
 * @throws AppError as `requireChangeable` and `requireUploadedFile`; `document.not_file`, `document.unknown_format`;
 * `document.same_bytes` when the dataset has this content already; `file.too_much`, `document.too_many_queued`.
 */
async function replaceFile(ctx: Context, { document_id, upload_id = '' }: OperateInput): Promise<void> {
  await requireChangeable(ctx, document_id, 'dataset')
  const upload: UploadedFile = await requireUploadedFile(ctx, upload_id)
  await promoteUpload(ctx, upload, async (ctx, bytes, type) => {
    const row = await requireChangeable(ctx, document_id, 'dataset')
    if (row.type !== 'file') throw new AppError('document.not_file')
    if (!type.kind && !type.fault) throw new AppError('document.unknown_format', { hint: type.hint ?? '' })
    const same = await documents.findByBytes(ctx.db, row.dataset_id, bytes.id)
    if (same) throw new AppError('document.same_bytes', { name: same.name })
    await requireStorage(ctx, upload.size)
    await requireQueueCapacity(ctx, 1)
    await cancelDocumentParses(ctx, [row.id])
    const file = await createFileRow(ctx, bytes, upload.name, 1)
    const parse = await requestParse(ctx, bytes, ctx.actor.id)
    // The row after `cancelDocumentParses`.
    const idleRow = { ...row, next_parse_id: null, next_file_id: null }
    if (row.parse_id === null) {
      // The old file has no content available yet, so the new one takes its place at once.
      const newFile = { bytes_id: bytes.id, file_id: file.id, mime: bytes.mime, size_bytes: upload.size }
      await documents.update(ctx.db, row.id, newFile)
      await assignParse(ctx, { ...idleRow, ...newFile }, parse)
    } else await assignParse(ctx, idleRow, parse, file.id)
    await touchDataset(ctx, row.dataset_id)
  })
}

/** Moves a document to the bin, or deletes it for good, also from the bin. */
export async function removeDocument(
  ctx: Context,
  { document_id, for_good }: ParsedInputOf<Ingestion['remove']>,
): Promise<null> {
  return transact(ctx, async (ctx) => {
    const row = await requireChangeable(ctx, document_id, for_good ? 'any' : 'dataset')
    await withdrawDocuments(ctx, [row.id])
    if (for_good) await documents.remove(ctx.db, row.id)
    else await documents.update(ctx.db, row.id, { deleted_at: ctx.now().toISOString() })
    await touchDataset(ctx, row.dataset_id)
    return null
  })
}
