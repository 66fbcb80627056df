import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { disciplineName } from '../../library/dictionaries/index.ts'
import { type BaseContext, type Context, transact, transactReply } from '../../platform/context/context.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import { listProjectNames, requireProject } from '../projects/index.ts'
import * as datasets from './dataset.store.ts'
import { mayEdit, requireDataset, roleOf, VIEWER_ROLE } from './role.ts'

type Datasets = typeof api.datasets
type DatasetView = OutputOf<Datasets['create']>

/** Maximum number of datasets of a user outside of projects, and of a project, the bin included. */
const MAX_OWN_DATASETS = 500
const MAX_PROJECT_DATASETS = 200
const PRIVATE_NAME = '我的文献'
const BIN_RETENTION_MS = 30 * 24 * 60 * 60_000

/** Converts a row to a dataset as the caller sees it. */
function toDataset(row: datasets.CountedDatasetRow, actor: Context['actor']): DatasetView {
  const { deleted_at: _, project_role: _role, external_model_allowed, external_model_locked, ...rest } = row
  return {
    ...rest,
    application_id: null,
    my_role: roleOf(row, actor) ?? VIEWER_ROLE,
    is_private: row.kind === 'private',
    external_model_allowed: external_model_allowed === 1,
    external_model_locked: external_model_locked === 1,
  }
}

/**
 * Returns a dataset that the caller may read, in the form of the API.
 *
 * @throws AppError `dataset.not_found`.
 */
export const getDatasetView = async (ctx: Context, id: string) =>
  toDataset(await requireDataset(ctx, id, 'read'), ctx.actor)

/**
 * Lists all datasets that the caller may read: public ones, those of the caller's projects by project, and the
 * caller's own, the private one first. That one is created if it does not exist yet.
 */
export async function listAllDatasets(ctx: Context): Promise<OutputOf<Datasets['all']>> {
  await ensurePrivateDataset(ctx)
  const list = (await datasets.listReadable(ctx.db, ctx.actor.id)).map((row) => toDataset(row, ctx.actor))
  return {
    aiDataset: list.filter((each) => each.kind === 'ai'),
    projectDataset: await groupByProject(ctx, list),
    readingDataset: list.filter((each) => each.kind === 'private' || each.kind === 'reading'),
  }
}

/** Returns the caller's projects, each with those of the given datasets that belong to it. */
async function groupByProject(ctx: Context, list: DatasetView[]): Promise<OutputOf<Datasets['projectTree']>> {
  const byProject = Map.groupBy(list, (each) => each.project_id)
  return (await listProjectNames(ctx)).map(({ id, name, my_role }) => ({
    project_id: id,
    project_name: name,
    my_role,
    datasets: byProject.get(id) ?? [],
  }))
}

/** Returns the caller's projects with their datasets, for pickers. */
export async function getProjectTree(ctx: Context, input: ParsedInputOf<Datasets['projectTree']>) {
  const rows = await datasets.listReadable(ctx.db, ctx.actor.id)
  const tree = await groupByProject(
    ctx,
    rows.map((row) => toDataset(row, ctx.actor)),
  )
  return tree.filter((project) => input.show_empty_project || project.datasets.length > 0)
}

/** Lists one page of the datasets that the caller may read, in the order of `listReadable`. */
export async function listDatasetPage(ctx: Context, filter: ParsedInputOf<Datasets['page']>) {
  await ensurePrivateDataset(ctx)
  const { list, total } = await datasets.findPage(ctx.db, ctx.actor.id, filter)
  return {
    list: list.map((row) => toDataset(row, ctx.actor)),
    total,
    page_num: filter.current_page,
    page_size: filter.page_size,
  }
}

type NewDataset = Pick<datasets.DatasetRow, 'kind' | 'name' | 'owner_id'> & Partial<datasets.DatasetRow>

/** Creates the row of a new dataset; unless `fields` says otherwise, it is visible to its owner only. */
export function buildDatasetRow(ctx: BaseContext, fields: NewDataset): datasets.DatasetRow {
  const now = ctx.now().toISOString()
  return {
    id: ctx.newId(),
    description: '',
    subject_code: null,
    project_id: null,
    visibility: 'private',
    external_model_allowed: 0,
    external_model_locked: 0,
    deleted_at: null,
    created_at: now,
    updated_at: now,
    ...fields,
  }
}

/** The place of a new dataset: a project in which the caller is a manager, or the caller's own datasets. */
export interface DatasetPlacement {
  kind: datasets.DatasetRow['kind']
  project_id: string | null
  visibility: datasets.DatasetRow['visibility']
  owner_id: string
}

/**
 * Checks that there is room for one more dataset and returns its placement: in a project, or without one among the
 * caller's own.
 *
 * @throws AppError `project.not_found`, `project.not_allowed`; `input.invalid` when there are too many already.
 */
export async function resolvePlacement(
  ctx: Context,
  project_id: string | undefined,
  kind: 'reading' | 'ai' = 'reading',
): Promise<DatasetPlacement> {
  const owner_id = ctx.actor.id
  if (project_id !== undefined) {
    await requireProject(ctx, project_id, 'edit_datasets')
    if ((await datasets.countInProject(ctx.db, project_id)) >= MAX_PROJECT_DATASETS)
      throw invalidInput('project_id', `一个项目最多建 ${MAX_PROJECT_DATASETS} 个知识库（包括回收站里的）`)
    return { kind: 'project', project_id, visibility: 'project', owner_id }
  }
  if ((await datasets.countOwn(ctx.db, owner_id)) >= MAX_OWN_DATASETS)
    throw invalidInput('name', `最多建 ${MAX_OWN_DATASETS} 个（包括回收站里的）`)
  return { kind, project_id: null, visibility: kind === 'ai' ? 'public' : 'private', owner_id }
}

/**
 * Creates a reading list, or a knowledge base of a project; administrators also create public knowledge bases.
 *
 * @throws AppError `operator.required` for a public one; `input.invalid`; as `resolvePlacement`.
 */
export async function createDataset(ctx: Context, input: ParsedInputOf<Datasets['create']>) {
  const { name, description, subject_code = null, project_id } = input
  const kind = input.kind ?? (project_id === undefined ? 'reading' : 'project')
  if (kind === 'ai' && !ctx.actor.is_admin) throw new AppError('operator.required')
  if (kind === 'private') throw invalidInput('kind', '每人只有一个「我的文献」')
  if (kind === 'project' && project_id === undefined) throw invalidInput('project_id', '请选择项目')
  if (kind !== 'project' && project_id !== undefined) throw invalidInput('kind', '项目里只能建项目知识库')
  if (subject_code !== null && !disciplineName(subject_code))
    throw invalidInput('subject_code', '没有这个学科')
  return transactReply(ctx, async (ctx) => {
    const placement = await resolvePlacement(ctx, project_id, kind === 'ai' ? 'ai' : 'reading')
    const row = buildDatasetRow(ctx, { name, description, subject_code, ...placement })
    await datasets.insert(ctx.db, row)
    return getDatasetView(ctx, row.id)
  })
}

/**
 * Changes name, description, discipline and the use of outside models; fields that are not given stay unchanged.
 *
 * @throws AppError as `requireDataset`; `input.invalid` for an unknown discipline; `dataset.models_locked` when
 * outside models can no longer be allowed.
 */
export async function changeDataset(ctx: Context, input: ParsedInputOf<Datasets['change']>) {
  return transact(ctx, async (ctx) => {
    const row = await requireDataset(ctx, input.dataset_id, 'edit')
    const { name = row.name, description = row.description, subject_code = row.subject_code } = input
    if (subject_code !== null && !disciplineName(subject_code))
      throw invalidInput('subject_code', '没有这个学科')
    const { external_model_allowed: allowsModels = row.external_model_allowed === 1 } = input
    if (allowsModels && row.external_model_locked === 1) throw new AppError('dataset.models_locked')
    await datasets.update(ctx.db, row.id, {
      name,
      description,
      subject_code,
      external_model_allowed: allowsModels ? 1 : 0,
      updated_at: ctx.now().toISOString(),
    })
    return getDatasetView(ctx, row.id)
  })
}

/**
 * Moves a dataset to the bin, from which it can be restored for 30 days.
 *
 * @throws AppError as `requireDataset`; `dataset.kept` for the private one.
 */
export async function removeDataset(ctx: Context, { dataset_id }: ParsedInputOf<Datasets['remove']>) {
  return transact(ctx, async (ctx) => {
    const row = await requireDataset(ctx, dataset_id, 'edit')
    if (row.kind === 'private') throw new AppError('dataset.kept')
    await datasets.update(ctx.db, row.id, { deleted_at: ctx.now().toISOString() })
    return null
  })
}

/** Returns the time, as an ISO date, until which deleted rows have left the bin. */
export const binCutoff = (ctx: BaseContext) => new Date(ctx.now().getTime() - BIN_RETENTION_MS).toISOString()

/** Lists the datasets in the bin that the caller may restore. */
export async function listBin(ctx: Context) {
  const rows = await datasets.listDeletedSince(ctx.db, ctx.actor.id, binCutoff(ctx))
  return rows.map((row) => ({ ...toDataset(row, ctx.actor), deleted_at: row.deleted_at ?? '' }))
}

/**
 * Restores a dataset from the bin.
 *
 * @throws AppError `dataset.not_found` when it is not in the bin or the caller may not edit it.
 */
export async function restoreDataset(ctx: Context, { dataset_id }: ParsedInputOf<Datasets['restore']>) {
  return transact(ctx, async (ctx) => {
    const row = await datasets.find(ctx.db, ctx.actor.id, dataset_id)
    const inBin = row?.deleted_at != null && row.deleted_at > binCutoff(ctx)
    if (!inBin || !mayEdit(roleOf(row, ctx.actor))) throw new AppError('dataset.not_found')
    await datasets.update(ctx.db, dataset_id, { deleted_at: null, updated_at: ctx.now().toISOString() })
    return getDatasetView(ctx, dataset_id)
  })
}

/** Returns the id of the caller's private dataset. */
export async function getPrivateDatasetId(ctx: Context): Promise<string> {
  return ensurePrivateDataset(ctx)
}

/** Returns the id of the caller's private dataset, which is created on first use. */
async function ensurePrivateDataset(ctx: Context): Promise<string> {
  const known = await datasets.findPrivate(ctx.db, ctx.actor.id)
  if (known) return known.id
  return transact(ctx, async (ctx) => {
    const row = buildDatasetRow(ctx, { kind: 'private', name: PRIVATE_NAME, owner_id: ctx.actor.id })
    await datasets.insert(ctx.db, row)
    // A concurrent call may have inserted it first; the insertion is ignored then.
    return (await datasets.findPrivate(ctx.db, ctx.actor.id))?.id ?? row.id
  })
}
