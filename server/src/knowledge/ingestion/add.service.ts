import { api, type OutputOf, type ParsedInputOf, problemMessage } from '@scinav/contract'
import { promoteUpload } from '../../documents/storage/index.ts'
import {
  discardUpload,
  receiveFile,
  requireUploadedFile,
  type UploadedFile,
} from '../../documents/uploads/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import { type Form, mergeFormFields } from '../../platform/foundation/form.ts'
import { ensureFolderPath, requireDataset, toDocuments } from '../datasets/index.ts'
import { type AddedDocument, addBytes } from './add-bytes.ts'
import * as documents from './file-document.store.ts'
import { requireQueueCapacity } from './quota.ts'

type Ingestion = typeof api.ingestion
type AddInput = ParsedInputOf<Ingestion['add']>
type AddResult = OutputOf<Ingestion['add']>['results'][number]

/** A received file, or the reason for its refusal; not yet added to the dataset. */
type IncomingFile = { name: string; upload: UploadedFile } | { name: string; refusal: AppError }

/** What became of a file: its document, or the reason for its refusal. */
type AddOutcome = AddedDocument | { refusal: AppError }

/**
 * Adds files to a dataset; each file is added independently and has its own result.
 *
 * @throws AppError as `requireDataset`; `folder.not_found`; as uploads when the form cannot be read to its end; the
 * refusal of the first file when all are refused.
 */
export async function addFiles(
  ctx: Context,
  input: AddInput,
  form: Form,
): Promise<OutputOf<Ingestion['add']>> {
  await requireDataset(ctx, input.dataset_id, 'write')
  await ensureFolderPath(ctx, input.dataset_id, input.folder_id ?? null, [])
  await requireQueueCapacity(ctx, 1)
  const { incoming, completeInput } = await receive(ctx, input, form)
  if (incoming.length === 0) throw invalidInput('file', '请选择文件')
  const outcomes: AddOutcome[] = []
  for (const [index, file] of incoming.entries())
    outcomes.push(
      'refusal' in file
        ? file
        : await addOne(ctx, completeInput, file.upload, completeInput.paths[index] ?? ''),
    )
  const refusals = outcomes.flatMap((outcome) => ('refusal' in outcome ? outcome.refusal : []))
  const [first] = refusals
  if (first && refusals.length === outcomes.length) throw first
  return { results: await toResults(ctx, incoming, outcomes) }
}

/**
 * Receives all files of a call, those in the form first and those uploaded in parts after them, and returns them with
 * the input completed by the form's fields.
 */
async function receive(
  ctx: Context,
  input: AddInput,
  form: Form,
): Promise<{ incoming: IncomingFile[]; completeInput: AddInput }> {
  const received = await receiveAll(ctx, form)
  try {
    const completeInput = mergeFormFields(api.ingestion.add, input, form)
    const { dataset_id, folder_id, upload_ids } = completeInput
    if (folder_id !== input.folder_id) await ensureFolderPath(ctx, dataset_id, folder_id ?? null, [])
    return { incoming: [...received, ...(await loadUploads(ctx, upload_ids))], completeInput }
  } catch (error) {
    await discardAll(ctx, received)
    throw error
  }
}

/** Discards the received files of a call that failed as a whole. */
async function discardAll(ctx: Context, files: IncomingFile[]): Promise<void> {
  for (const file of files) if ('upload' in file) await discardUpload(ctx, file.upload.id)
}

/** Reads a form to its end. When the form breaks off, its last file is incomplete, so all files are discarded. */
async function receiveAll(
  ctx: Context,
  { length, files }: Pick<Form, 'length' | 'files'>,
): Promise<IncomingFile[]> {
  const received: IncomingFile[] = []
  try {
    for await (const { name, bytes } of files)
      received.push(
        await receiveFile(ctx, { name, maxBytes: length }, bytes).then(
          (upload) => ({ name: upload.name, upload }),
          (error) => ({ name, refusal: asFileRefusal(error) }),
        ),
      )
    return received
  } catch (error) {
    await discardAll(ctx, received)
    throw error
  }
}

/**
 * Returns the refusal of a single file, such as an empty one, which does not stop the others; rethrows errors that
 * stop the form, such as lack of space.
 */
function asFileRefusal(error: unknown): AppError {
  if (error instanceof AppError && error.id === 'input.invalid') return error
  throw error
}

/** Returns the files that were uploaded in parts; the name of one that does not exist is ''. */
async function loadUploads(ctx: Context, upload_ids: string[]): Promise<IncomingFile[]> {
  const uploads: IncomingFile[] = []
  for (const id of new Set(upload_ids)) {
    const upload = await requireUploadedFile(ctx, id).catch(asRefusal)
    uploads.push(upload instanceof AppError ? { name: '', refusal: upload } : { name: upload.name, upload })
  }
  return uploads
}

/** Returns an expected failure as the refusal of one file; rethrows unexpected errors. */
function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

/** Adds one file. A refused file is discarded, except one uploaded in parts, which is kept for another attempt. */
async function addOne(
  ctx: Context,
  { dataset_id, folder_id, upload_ids, on_same_name }: AddInput,
  upload: UploadedFile,
  path: string,
): Promise<AddOutcome> {
  const refusesSameName = on_same_name === 'refuse'
  const target = { dataset_id, folder_id: folder_id ?? null, path, refusesSameName }
  try {
    return await promoteUpload(ctx, upload, (ctx, bytes, type) =>
      addBytes(ctx, target, { bytes, type, name: upload.name }),
    )
  } catch (error) {
    if (!upload_ids.includes(upload.id)) await discardUpload(ctx, upload.id)
    return { refusal: asRefusal(error) }
  }
}

/** Returns the results in the order of the files. */
async function toResults(
  ctx: Context,
  incoming: IncomingFile[],
  outcomes: AddOutcome[],
): Promise<AddResult[]> {
  const ids = outcomes.flatMap((added) => ('refusal' in added ? [] : added.document_id))
  const rows = await documents.findByIds(ctx.db, ids)
  const views = new Map((await toDocuments(ctx, rows, undefined)).map((view) => [view.id, view]))
  return outcomes.map((added, index) => {
    const name = incoming[index]?.name ?? ''
    if ('refusal' in added) return { index, name, ...toRefusal(added.refusal) }
    const view = views.get(added.document_id) ?? null
    const document = view && { ...view, folder_id: added.folder_id ?? view.folder_id }
    return { index, name, outcome: added.outcome, document, problem: null, message: '' }
  })
}

/** Returns the fields of the result of a refused file; the message is that of the first invalid field, if any. */
function toRefusal({ id, details }: AppError) {
  const [issue] = (details.issues ?? []) as { message: string }[]
  const message = issue?.message ?? problemMessage(id, details)
  return { outcome: 'refused' as const, document: null, problem: id, message }
}
