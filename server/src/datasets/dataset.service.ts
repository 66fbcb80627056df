import type { api, OutputOf, ParsedInputOf } from '@scinav/contract'
import { type BaseContext, type Context, transact } from '../context/context.ts'
import { AppError, invalid } from '../foundation/errors.ts'
import * as datasets from './dataset.store.ts'
import { requireDataset, roleOf } from './role.ts'

type Datasets = typeof api.datasets
type DatasetView = OutputOf<Datasets['create']>

const MOST_OWN = 500
const PRIVATE_NAME = '我的私有库'
const IN_BIN_MS = 30 * 24 * 60 * 60_000

/** A dataset as the caller sees it. */
function toDataset(row: datasets.CountedRow, actor: Context['actor']): DatasetView {
  const { deleted_at: _, external_model_allowed, ...rest } = row
  return {
    ...rest,
    application_id: null,
    my_role: roleOf(row, actor) ?? 4,
    is_private: row.kind === 'private',
    external_model_allowed: external_model_allowed === 1,
  }
}

const view = async (ctx: Context, id: string) => toDataset(await requireDataset(ctx, id, 'read'), ctx.actor)

/** Everything the caller may read from, the private dataset first. */
export async function allDatasets(ctx: Context): Promise<OutputOf<Datasets['all']>> {
  await ensurePrivate(ctx)
  const list = (await datasets.allReadable(ctx.db, ctx.actor.id)).map((row) => toDataset(row, ctx.actor))
  return {
    aiDataset: list.filter((each) => each.kind === 'ai'),
    projectDataset: [],
    readingDataset: list.filter((each) => each.kind === 'private' || each.kind === 'reading'),
  }
}

export async function datasetPage(ctx: Context, filter: ParsedInputOf<Datasets['page']>) {
  await ensurePrivate(ctx)
  const { list, total } = await datasets.page(ctx.db, ctx.actor.id, filter)
  return {
    list: list.map((row) => toDataset(row, ctx.actor)),
    total,
    page_num: filter.current_page,
    page_size: filter.page_size,
  }
}

type NewDataset = Pick<datasets.DatasetRow, 'kind' | 'name' | 'owner_id'> & Partial<datasets.DatasetRow>

/** The row of a new dataset, private unless said otherwise. */
export function newDataset(ctx: BaseContext, given: NewDataset): datasets.DatasetRow {
  const now = ctx.now().toISOString()
  return {
    id: ctx.newId(),
    description: '',
    subject_code: null,
    project_id: null,
    visibility: 'private',
    external_model_allowed: 0,
    deleted_at: null,
    created_at: now,
    updated_at: now,
    ...given,
  }
}

/** A new reading list; operators also make public knowledge bases. */
export async function createDataset(ctx: Context, input: ParsedInputOf<Datasets['create']>) {
  const { kind, name, description } = input
  if (kind === 'ai' && !ctx.actor.is_admin) throw new AppError('operator.required')
  if (kind === 'private') throw invalid('kind', '每人只有一个私有库')
  if (kind === 'project' || input.project_id) throw invalid('project_id', '没有找到这个项目')
  return transact(ctx, async (ctx) => {
    if ((await datasets.countOwn(ctx.db, ctx.actor.id)) >= MOST_OWN)
      throw invalid('name', `最多建 ${MOST_OWN} 个，请先删除不用的`)
    const visibility = kind === 'ai' ? 'public' : 'private'
    const row = newDataset(ctx, { kind, name, description, visibility, owner_id: ctx.actor.id })
    await datasets.insert(ctx.db, row)
    return toDataset({ ...row, document_count: 0, size_bytes: 0 }, ctx.actor)
  })
}

export async function changeDataset(ctx: Context, input: ParsedInputOf<Datasets['change']>) {
  return transact(ctx, async (ctx) => {
    const row = await requireDataset(ctx, input.dataset_id, 'own')
    const { name = row.name, description = row.description } = input
    await datasets.update(ctx.db, row.id, { name, description, updated_at: ctx.now().toISOString() })
    return view(ctx, row.id)
  })
}

/** Into the bin, from where it can be brought back for 30 days. */
export async function removeDataset(ctx: Context, { dataset_id }: ParsedInputOf<Datasets['remove']>) {
  return transact(ctx, async (ctx) => {
    const row = await requireDataset(ctx, dataset_id, 'own')
    if (row.kind === 'private') throw new AppError('dataset.kept')
    await datasets.update(ctx.db, row.id, { deleted_at: ctx.now().toISOString() })
    return null
  })
}

/** What was deleted before is no longer in the bin. */
export const binBegins = (ctx: BaseContext) => new Date(ctx.now().getTime() - IN_BIN_MS).toISOString()

export async function listBin(ctx: Context) {
  const rows = await datasets.deletedSince(ctx.db, ctx.actor.id, binBegins(ctx))
  return rows.map((row) => ({ ...toDataset(row, ctx.actor), deleted_at: row.deleted_at ?? '' }))
}

export async function restoreDataset(ctx: Context, { dataset_id }: ParsedInputOf<Datasets['restore']>) {
  return transact(ctx, async (ctx) => {
    const row = await datasets.find(ctx.db, dataset_id)
    const inBin = row?.deleted_at != null && row.deleted_at > binBegins(ctx)
    if (!inBin || roleOf(row, ctx.actor) !== 1) throw new AppError('dataset.not_found')
    await datasets.update(ctx.db, dataset_id, { deleted_at: null, updated_at: ctx.now().toISOString() })
    return view(ctx, dataset_id)
  })
}

export async function privateId(ctx: Context): Promise<string> {
  return ensurePrivate(ctx)
}

/** The id of the caller's private dataset, which is made at first need. */
async function ensurePrivate(ctx: Context): Promise<string> {
  const known = await datasets.privateOf(ctx.db, ctx.actor.id)
  if (known) return known.id
  return transact(ctx, async (ctx) => {
    const row = newDataset(ctx, { kind: 'private', name: PRIVATE_NAME, owner_id: ctx.actor.id })
    await datasets.insert(ctx.db, row)
    return (await datasets.privateOf(ctx.db, ctx.actor.id))?.id ?? row.id
  })
}
