import type { api, ParsedInputOf } from '@scinav/contract'
import { requireStorage } from '../../documents/storage/index.ts'
import { type Context, transactReply } from '../../platform/context/context.ts'
import { AppError } from '../../platform/foundation/errors.ts'
import { yieldToEventLoop } from '../../platform/foundation/event-loop.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { datasetFull, MAX_DOCUMENTS } from './capacity.ts'
import { copyRemainingDocuments } from './copy.job.ts'
import * as copies from './copy.store.ts'
import { copyDocumentBatch, copyId } from './copy-documents.ts'
import { buildDatasetRow, getDatasetView, resolvePlacement } from './dataset.service.ts'
import * as datasets from './dataset.store.ts'
import { mustLockCopy } from './model-lock.ts'
import { OWNER_ROLE, requireDataset, roleOf } from './role.ts'
import { loadBaseOutline, streamBaseDocuments } from './whole-base.ts'

type OperateInput = ParsedInputOf<typeof api.datasets.operate>

/** Number of documents copied within the call; larger datasets are copied by a job. */
const MAX_COPIED_AT_ONCE = 200
/** Maximum length of the name of a copy, in code points, with its suffix. */
const MAX_NAME_CHARS = 60
const COPY_SUFFIX = '（副本）'

/**
 * Copies or moves a dataset into a project in which the caller is a manager, or to the caller's own reading lists.
 * Returns the dataset or the copy; `copy_job_id` is the job that copies the documents of a large one.
 *
 * @throws AppError `dataset.not_found`, `dataset.not_allowed`, `dataset.not_movable`, `dataset.not_owner`,
 * `project.not_found`, `project.not_allowed`.
 */
export async function operateDataset(ctx: Context, input: OperateInput) {
  return transactReply(ctx, async (ctx) =>
    input.operation === 'copy' ? copyDataset(ctx, input) : moveDataset(ctx, input),
  )
}

/** Moves a dataset; one that is in the right place already stays unchanged. */
async function moveDataset(ctx: Context, { dataset_id, project_id }: OperateInput) {
  const row = await requireDataset(ctx, dataset_id, 'edit')
  if (row.kind === 'private' || row.kind === 'ai') throw new AppError('dataset.not_movable')
  if (row.project_id === (project_id ?? null)) return getDatasetView(ctx, row.id)
  // Moving a dataset out of a project leaves nothing in a bin, so only owners of the project may do it.
  if (row.kind === 'project' && roleOf(row, ctx.actor) !== OWNER_ROLE) throw new AppError('dataset.not_owner')
  const placement = await resolvePlacement(ctx, project_id)
  await datasets.update(ctx.db, row.id, { ...placement, updated_at: ctx.now().toISOString() })
  return getDatasetView(ctx, row.id)
}

/**
 * Copies folders, tags, and documents with their placements; nothing is parsed again.
 *
 * @throws AppError as `resolvePlacement`; `dataset.full`; `file.too_much` when the records exceed the caller's
 * storage quota.
 */
async function copyDataset(ctx: Context, { dataset_id, project_id }: OperateInput) {
  const from = await requireDataset(ctx, dataset_id, 'read')
  const placement = await resolvePlacement(ctx, project_id)
  if (from.document_count > MAX_DOCUMENTS) throw datasetFull()
  await requireStorage(ctx, await copies.sumRecordBytes(ctx.db, from.id))
  const { name, description, subject_code, external_model_allowed } = from
  const row = buildDatasetRow(ctx, {
    name: copyName(name),
    description,
    subject_code,
    external_model_allowed,
    external_model_locked: (await mustLockCopy(ctx, from)) ? 1 : 0,
    ...placement,
  })
  await datasets.insert(ctx.db, row)
  const newId = (id: string) => copyId(row.id, id)
  const inCopy = { dataset_id: row.id, created_at: row.created_at }
  const { folders, tags } = await loadBaseOutline(ctx, from.id)
  await copies.insertFolders(
    ctx.db,
    folders.map(({ document_count: _, ...folder }) => ({
      ...folder,
      ...{ ...inCopy, id: newId(folder.id), parent_id: folder.parent_id && newId(folder.parent_id) },
    })),
  )
  await copies.insertTags(
    ctx.db,
    tags.map((tag) => ({ ...tag, ...inCopy, id: newId(tag.id) })),
  )
  const copy = { from_id: from.id, to_id: row.id, user_id: ctx.actor.id, created_at: row.created_at }
  if (from.document_count > MAX_COPIED_AT_ONCE) {
    const copy_job_id = await enqueue(ctx, copyRemainingDocuments, copy, { owner_id: ctx.actor.id })
    return { ...(await getDatasetView(ctx, row.id)), copy_job_id }
  }
  for await (const batch of streamBaseDocuments(ctx, from.id)) {
    await copyDocumentBatch(ctx, copy, batch)
    await yieldToEventLoop()
  }
  return getDatasetView(ctx, row.id)
}

/** Returns the name of a copy, cut so that the suffix fits; a copy of a copy keeps its name. */
const copyName = (name: string) =>
  name.endsWith(COPY_SUFFIX)
    ? name
    : `${[...name].slice(0, MAX_NAME_CHARS - COPY_SUFFIX.length).join('')}${COPY_SUFFIX}`
