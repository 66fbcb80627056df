import type { api, ParsedInputOf } from '@scinav/contract'
import { type Context, transactReply } from '../context/context.ts'
import { AppError } from '../foundation/errors.ts'
import { documentsCopied } from '../parses/index.ts'
import * as copies from './copy.store.ts'
import { datasetView, newDataset, roomFor } from './dataset.service.ts'
import * as datasets from './dataset.store.ts'
import { copyOf } from './document-copy.ts'
import * as folders from './folder.store.ts'
import { isLockedFor } from './model-lock.ts'
import { requireDataset, roleOf } from './role.ts'

type Operate = ParsedInputOf<typeof api.datasets.operate>

/**
 * Copies or moves a dataset into a project that the caller manages, or among their own reading lists.
 *
 * @throws AppError `dataset.not_found`, `dataset.not_allowed`, `dataset.not_movable`, `dataset.not_owner`,
 * `project.not_found`, `project.not_allowed`.
 */
export async function operateDataset(ctx: Context, input: Operate) {
  return transactReply(ctx, async (ctx) =>
    input.operation === 'copy' ? copyDataset(ctx, input) : moveDataset(ctx, input),
  )
}

async function moveDataset(ctx: Context, { dataset_id, project_id }: Operate) {
  const row = await requireDataset(ctx, dataset_id, 'edit')
  if (row.kind === 'private' || row.kind === 'ai') throw new AppError('dataset.not_movable')
  if (row.project_id === (project_id ?? null)) return datasetView(ctx, row.id)
  // It leaves without a trace in a bin: those who own the project decide.
  if (row.kind === 'project' && roleOf(row, ctx.actor) !== 1) throw new AppError('dataset.not_owner')
  const place = await roomFor(ctx, project_id)
  await datasets.update(ctx.db, row.id, { ...place, updated_at: ctx.now().toISOString() })
  return datasetView(ctx, row.id)
}

/** What is in a dataset: folders, tags, documents with their places; nothing is parsed again. */
async function copyDataset(ctx: Context, { dataset_id, project_id }: Operate) {
  const from = await requireDataset(ctx, dataset_id, 'read')
  const place = await roomFor(ctx, project_id)
  const { name, description, subject_code, external_model_allowed } = from
  const row = newDataset(ctx, {
    name: copyName(name),
    description,
    subject_code,
    external_model_allowed,
    external_model_locked: (await isLockedFor(ctx, from)) ? 1 : 0,
    ...place,
  })
  await datasets.insert(ctx.db, row)
  const ids = new Map<string, string>()
  const fresh = (id: string) => {
    const made = ids.get(id) ?? ctx.newId()
    ids.set(id, made)
    return made
  }
  const made = { dataset_id: row.id, created_at: row.created_at }
  for (const { document_count: _, ...folder } of await folders.ofDataset(ctx.db, from.id)) {
    const parent_id = folder.parent_id && fresh(folder.parent_id)
    await folders.insert(ctx.db, { ...folder, ...made, id: fresh(folder.id), parent_id })
  }
  const tags = await copies.tagsOf(ctx.db, from.id)
  await copies.insertTags(
    ctx.db,
    tags.map((tag) => ({ ...tag, ...made, id: fresh(tag.id) })),
  )
  const documents = await copies.documentsOf(ctx.db, from.id)
  const theirs = { ...made, creator_id: ctx.actor.id, updated_at: row.created_at }
  await copies.insertDocuments(
    ctx.db,
    documents.map((document) => ({ ...copyOf(document), ...theirs, id: fresh(document.id) })),
  )
  await documentsCopied(
    ctx,
    documents.map(({ id }) => fresh(id)),
  )
  const places = await copies.placesIn(ctx.db, from.id)
  await copies.insertPlaces(
    ctx.db,
    places.map((each) => ({ document_id: fresh(each.document_id), folder_id: fresh(each.folder_id) })),
  )
  const marks = await copies.marksIn(ctx.db, from.id)
  await copies.insertMarks(
    ctx.db,
    marks.map((each) => ({ document_id: fresh(each.document_id), tag_id: fresh(each.tag_id) })),
  )
  return datasetView(ctx, row.id)
}

const LONGEST_NAME = 60
const SUFFIX = '（副本）'

const copyName = (name: string) =>
  name.endsWith(SUFFIX) ? name : `${[...name].slice(0, LONGEST_NAME - SUFFIX.length).join('')}${SUFFIX}`
