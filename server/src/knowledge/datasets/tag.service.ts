import type { api, ParsedInputOf } from '@scinav/contract'
import { type Context, transact, transactReply } from '../../platform/context/context.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import { expandDatasetPart } from './dataset-part.ts'
import * as documents from './document.store.ts'
import { touchDataset } from './folder.service.ts'
import { requireDataset, requireDocuments, throwAsMissingDocument } from './role.ts'
import * as tags from './tag.store.ts'

type Datasets = typeof api.datasets

/** Maximum number of tags per dataset. */
export const MAX_TAGS = 500

/** Lists the tags of a dataset with the number of documents that have each one. */
export async function listTags(ctx: Context, { dataset_id }: ParsedInputOf<Datasets['tags']>) {
  await requireDataset(ctx, dataset_id, 'read')
  return tags.listByDataset(ctx.db, dataset_id)
}

/** Lists tags by group, ungrouped ones last, counted in the given folders and below, or in the whole dataset. */
export async function listTagGroups(ctx: Context, input: ParsedInputOf<Datasets['tagGroups']>) {
  await requireDataset(ctx, input.dataset_id, 'read')
  const { folder_ids } = await expandDatasetPart(ctx, input.dataset_id, {
    folder_ids: input.folder_ids,
    tag_ids: [],
  })
  const list = await tags.listByDataset(ctx.db, input.dataset_id, folder_ids)
  const groups = Map.groupBy(list, ({ group_name }) => group_name)
  return [...groups].map(([group_name, members]) => ({ group_name, tags: members }))
}

/**
 * Creates a tag, which requires the right to write, or changes one, which requires the right to edit.
 *
 * @throws AppError `tag.not_found`, `tag.taken`; `input.invalid` when there are too many tags.
 */
export async function saveTag(ctx: Context, input: ParsedInputOf<Datasets['saveTag']>) {
  return transactReply(ctx, async (ctx) => {
    const { dataset_id, name, colour, group_name = null } = input
    await requireDataset(ctx, dataset_id, input.id ? 'edit' : 'write')
    const known = await tags.listByDataset(ctx.db, dataset_id)
    const former = known.find(({ id }) => id === input.id)
    if (input.id && !former) throw new AppError('tag.not_found')
    if (known.some((tag) => tag.name === name && tag.group_name === group_name && tag.id !== input.id))
      throw new AppError('tag.taken')
    const row = { name, group_name, colour }
    if (former) {
      await tags.update(ctx.db, former.id, row)
      return { ...former, ...row }
    }
    if (known.length >= MAX_TAGS) throw invalidInput('name', `一个库最多 ${MAX_TAGS} 个标签`)
    const created = { id: ctx.newId(), dataset_id, ...row }
    await tags.insert(ctx.db, { ...created, created_at: ctx.now().toISOString() })
    return { ...created, document_count: 0 }
  })
}

/**
 * Deletes tags, all or none.
 *
 * @throws AppError `tag.not_found`, also for tags of another dataset.
 */
export async function removeTags(ctx: Context, input: ParsedInputOf<Datasets['removeTags']>) {
  return transact(ctx, async (ctx) => {
    const { id } = await requireDataset(ctx, input.dataset_id, 'edit')
    await expandDatasetPart(ctx, id, { folder_ids: [], tag_ids: input.tag_ids })
    await tags.remove(ctx.db, input.tag_ids)
    await touchDataset(ctx, id)
    return null
  })
}

/**
 * Merges several tags into one.
 *
 * @throws AppError `tag.not_found`, also for tags of another dataset.
 */
export async function mergeTags(ctx: Context, input: ParsedInputOf<Datasets['mergeTags']>) {
  return transact(ctx, async (ctx) => {
    const { dataset_id, into_id } = input
    await requireDataset(ctx, dataset_id, 'edit')
    const others = input.tag_ids.filter((id) => id !== into_id)
    await expandDatasetPart(ctx, dataset_id, { folder_ids: [], tag_ids: [...others, into_id] })
    await tags.mergeTags(ctx.db, others, into_id)
    if (others.length > 0) await tags.remove(ctx.db, others)
    await touchDataset(ctx, dataset_id)
    const merged = (await tags.listByDataset(ctx.db, dataset_id)).find(({ id }) => id === into_id)
    if (!merged) throw new AppError('tag.not_found')
    return merged
  })
}

/** Adds tags to documents and removes others; requires the right to write. */
export async function tagDocuments(ctx: Context, input: ParsedInputOf<Datasets['tagDocuments']>) {
  return transact(ctx, async (ctx) => {
    const { dataset_id, document_ids } = input
    await requireDataset(ctx, dataset_id, 'write')
    await requireDocuments(ctx, dataset_id, document_ids)
    await expandDatasetPart(ctx, dataset_id, { folder_ids: [], tag_ids: [...input.add, ...input.remove] })
    for (const tag_id of new Set(input.add)) await tags.addToDocuments(ctx.db, document_ids, tag_id)
    await tags.removeFromDocuments(ctx.db, document_ids, input.remove)
    await touchDataset(ctx, dataset_id)
    return null
  })
}

type DocumentTagInput = ParsedInputOf<Datasets['addTag']>

/**
 * Checks that the caller may change the tags of a document and that the tag belongs to its dataset.
 *
 * @throws AppError `document.not_found`, also for documents in datasets that the caller may not see; `tag.not_found`.
 */
async function requireDocumentAndTag(ctx: Context, { document_id, tag_id }: DocumentTagInput): Promise<void> {
  const [document] = await documents.findByIds(ctx.db, [document_id])
  if (!document) throw new AppError('document.not_found')
  await requireDataset(ctx, document.dataset_id, 'write').catch(throwAsMissingDocument)
  await expandDatasetPart(ctx, document.dataset_id, { folder_ids: [], tag_ids: [tag_id] })
}

/**
 * Adds a tag to a document.
 *
 * @throws AppError `document.not_found`, `tag.not_found`, `dataset.not_allowed`.
 */
export async function addTag(ctx: Context, input: DocumentTagInput) {
  return transact(ctx, async (ctx) => {
    await requireDocumentAndTag(ctx, input)
    await tags.addToDocument(ctx.db, input.document_id, input.tag_id)
    return null
  })
}

/**
 * Removes a tag from a document.
 *
 * @throws AppError `document.not_found`, `tag.not_found`, `dataset.not_allowed`.
 */
export async function removeTag(ctx: Context, input: DocumentTagInput) {
  return transact(ctx, async (ctx) => {
    await requireDocumentAndTag(ctx, input)
    await tags.removeFromDocument(ctx.db, input.document_id, input.tag_id)
    return null
  })
}
