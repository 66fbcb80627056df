import { api, messageOf, type OutputOf, type ParsedInputOf } from '@scinav/contract'
import { takeOver } from '../../documents/storage/index.ts'
import { discardUpload, receiveFile, type UploadedFile, uploadedFile } from '../../documents/uploads/index.ts'
import type { Context } from '../../platform/context/context.ts'
import { AppError, invalid } from '../../platform/foundation/errors.ts'
import { type Form, withFields } from '../../platform/foundation/form.ts'
import { folderOfPath, requireDataset, toDocuments } from '../datasets/index.ts'
import { type Added, addBytes } from './add-bytes.ts'
import * as documents from './file-document.store.ts'
import { requireQueue } from './quota.ts'

type Ingestion = typeof api.ingestion
type Add = ParsedInputOf<Ingestion['add']>
type Result = OutputOf<Ingestion['add']>['results'][number]

/** A file that has come, or why it has not. */
type Come = { name: string; upload: UploadedFile } | { name: string; refusal: AppError }

/**
 * Adds files to a dataset; each becomes a document on its own, and says what became of it.
 *
 * @throws AppError as `requireDataset`; `folder.not_found`; as uploads do where the form cannot be taken whole; the
 * refusal of the first file where all are refused.
 */
export async function addFiles(ctx: Context, input: Add, form: Form): Promise<OutputOf<Ingestion['add']>> {
  await requireDataset(ctx, input.dataset_id, 'write')
  await folderOfPath(ctx, input.dataset_id, input.folder_id ?? null, [])
  await requireQueue(ctx, 1)
  const { come, whole } = await receive(ctx, input, form)
  if (come.length === 0) throw invalid('file', '请选择文件')
  const results: (Added | { refusal: AppError })[] = []
  for (const [index, each] of come.entries())
    results.push('refusal' in each ? each : await addOne(ctx, whole, each, whole.paths[index] ?? ''))
  const refusals = results.flatMap((each) => ('refusal' in each ? each.refusal : []))
  const [first] = refusals
  if (first && refusals.length === results.length) throw first
  return { results: await told(ctx, come, results) }
}

/** All files that a call brings, and its input with what the form says of them. */
async function receive(ctx: Context, input: Add, form: Form): Promise<{ come: Come[]; whole: Add }> {
  const received = await receiveAll(ctx, form)
  try {
    const whole = withFields(api.ingestion.add, input, form)
    if (whole.folder_id !== input.folder_id)
      await folderOfPath(ctx, whole.dataset_id, whole.folder_id ?? null, [])
    return { come: [...received, ...(await arrived(ctx, whole.upload_ids))], whole }
  } catch (error) {
    await discardAll(ctx, received)
    throw error
  }
}

async function discardAll(ctx: Context, come: Come[]): Promise<void> {
  for (const each of come) if ('upload' in each) await discardUpload(ctx, each.upload.id)
}

/** Takes a form to its end: one that breaks off has not brought its last file whole. */
async function receiveAll(ctx: Context, { length, files }: Pick<Form, 'length' | 'files'>): Promise<Come[]> {
  const come: Come[] = []
  try {
    for await (const { name, bytes } of files)
      come.push(
        await receiveFile(ctx, { name, most: length }, bytes).then(
          (upload) => ({ name: upload.name, upload }),
          (error) => ({ name, refusal: onlyThis(error) }),
        ),
      )
    return come
  } catch (error) {
    await discardAll(ctx, come)
    throw error
  }
}

/** A file without bytes keeps no other from coming; what has no room stops the form. */
function onlyThis(error: unknown): AppError {
  if (error instanceof AppError && error.id === 'input.invalid') return error
  throw error
}

/** Files that have come in parts. */
async function arrived(ctx: Context, upload_ids: string[]): Promise<Come[]> {
  const come: Come[] = []
  for (const id of new Set(upload_ids)) {
    const upload = await uploadedFile(ctx, id).catch(asRefusal)
    come.push(upload instanceof AppError ? { name: '', refusal: upload } : { name: upload.name, upload })
  }
  return come
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

/** What cannot be taken goes; what came in parts stays, to be tried again. */
async function addOne(
  ctx: Context,
  { dataset_id, folder_id, upload_ids, on_same_name }: Add,
  { upload }: { upload: UploadedFile },
  path: string,
): Promise<Added | { refusal: AppError }> {
  const refusesSameName = on_same_name === 'refuse'
  const place = { dataset_id, folder_id: folder_id ?? null, path, refusesSameName }
  try {
    return await takeOver(ctx, upload, (ctx, bytes, type) =>
      addBytes(ctx, place, { bytes, type, name: upload.name }),
    )
  } catch (error) {
    if (!upload_ids.includes(upload.id)) await discardUpload(ctx, upload.id)
    return { refusal: asRefusal(error) }
  }
}

async function told(
  ctx: Context,
  come: Come[],
  results: (Added | { refusal: AppError })[],
): Promise<Result[]> {
  const ids = results.flatMap((each) => ('refusal' in each ? [] : each.document_id))
  const views = new Map(
    (await toDocuments(ctx, await documents.byIds(ctx.db, ids), undefined)).map((view) => [view.id, view]),
  )
  return results.map((each, index) => {
    const name = come[index]?.name ?? ''
    if ('refusal' in each) return { index, name, ...refused(each.refusal) }
    const view = views.get(each.document_id) ?? null
    const document = view && { ...view, folder_id: each.folder_id ?? view.folder_id }
    return { index, name, outcome: each.outcome, document, problem: null, message: '' }
  })
}

function refused({ id, details }: AppError) {
  const [issue] = (details.issues ?? []) as { message: string }[]
  const message = issue?.message ?? messageOf(id, details)
  return { outcome: 'refused' as const, document: null, problem: id, message }
}
