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

/** A received file, or the reason for its refusal. */
type IncomingFile = { name: string; upload: UploadedFile } | { name: string; refusal: AppError }

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
  const { come, whole } = await receive(ctx, input, form)
  if (come.length === 0) throw invalidInput('file', '请选择文件')
  const results: (AddedDocument | { refusal: AppError })[] = []
  for (const [index, each] of come.entries())
    results.push('refusal' in each ? each : await addOne(ctx, whole, each, whole.paths[index] ?? ''))
  const refusals = results.flatMap((each) => ('refusal' in each ? each.refusal : []))
  const [first] = refusals
  if (first && refusals.length === results.length) throw first
  return { results: await toResults(ctx, come, results) }
}

/** Receives all files of a call and returns them with the input completed by the form's fields. */
async function receive(
  ctx: Context,
  input: AddInput,
  form: Form,
): Promise<{ come: IncomingFile[]; whole: AddInput }> {
  const received = await receiveAll(ctx, form)
  try {
    const whole = mergeFormFields(api.ingestion.add, input, form)
    if (whole.folder_id !== input.folder_id)
      await ensureFolderPath(ctx, whole.dataset_id, whole.folder_id ?? null, [])
    return { come: [...received, ...(await loadUploads(ctx, whole.upload_ids))], whole }
  } catch (error) {
    await discardAll(ctx, received)
    throw error
  }
}

async function discardAll(ctx: Context, come: IncomingFile[]): Promise<void> {
  for (const each of come) if ('upload' in each) await discardUpload(ctx, each.upload.id)
}

/** Reads a form to its end. When the form breaks off, its last file is incomplete, so all files are discarded. */
async function receiveAll(
  ctx: Context,
  { length, files }: Pick<Form, 'length' | 'files'>,
): Promise<IncomingFile[]> {
  const come: IncomingFile[] = []
  try {
    for await (const { name, bytes } of files)
      come.push(
        await receiveFile(ctx, { name, most: length }, bytes).then(
          (upload) => ({ name: upload.name, upload }),
          (error) => ({ name, refusal: asFileRefusal(error) }),
        ),
      )
    return come
  } catch (error) {
    await discardAll(ctx, come)
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

/** Returns the files that were uploaded in parts. */
async function loadUploads(ctx: Context, upload_ids: string[]): Promise<IncomingFile[]> {
  const come: IncomingFile[] = []
  for (const id of new Set(upload_ids)) {
    const upload = await requireUploadedFile(ctx, id).catch(asRefusal)
    come.push(upload instanceof AppError ? { name: '', refusal: upload } : { name: upload.name, upload })
  }
  return come
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

/** Adds one file. A refused file is discarded, except one uploaded in parts, which is kept for another attempt. */
async function addOne(
  ctx: Context,
  { dataset_id, folder_id, upload_ids, on_same_name }: AddInput,
  { upload }: { upload: UploadedFile },
  path: string,
): Promise<AddedDocument | { refusal: AppError }> {
  const refusesSameName = on_same_name === 'refuse'
  const place = { dataset_id, folder_id: folder_id ?? null, path, refusesSameName }
  try {
    return await promoteUpload(ctx, upload, (ctx, bytes, type) =>
      addBytes(ctx, place, { bytes, type, name: upload.name }),
    )
  } catch (error) {
    if (!upload_ids.includes(upload.id)) await discardUpload(ctx, upload.id)
    return { refusal: asRefusal(error) }
  }
}

async function toResults(
  ctx: Context,
  come: IncomingFile[],
  results: (AddedDocument | { refusal: AppError })[],
): Promise<AddResult[]> {
  const ids = results.flatMap((each) => ('refusal' in each ? [] : each.document_id))
  const views = new Map(
    (await toDocuments(ctx, await documents.findByIds(ctx.db, ids), undefined)).map((view) => [
      view.id,
      view,
    ]),
  )
  return results.map((each, index) => {
    const name = come[index]?.name ?? ''
    if ('refusal' in each) return { index, name, ...toRefusal(each.refusal) }
    const view = views.get(each.document_id) ?? null
    const document = view && { ...view, folder_id: each.folder_id ?? view.folder_id }
    return { index, name, outcome: each.outcome, document, problem: null, message: '' }
  })
}

function toRefusal({ id, details }: AppError) {
  const [issue] = (details.issues ?? []) as { message: string }[]
  const message = issue?.message ?? problemMessage(id, details)
  return { outcome: 'refused' as const, document: null, problem: id, message }
}
