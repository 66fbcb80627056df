// The tags of datasets. Every function checks the caller's right to the dataset first, with `requireDataset`: `read` to
// list, `write` to create a tag or to tag documents, `edit` to change, delete or merge tags. All that are given a
// dataset therefore throw `dataset.not_found`, also for one that the caller may not see, and all throw
// `dataset.not_allowed`; the comments below add what else they throw.
//
// Writes are transactions: all of a call happens, or nothing. Those for many documents (`removeTags`, `mergeTags`,
// `tagDocuments`) also set the time of the dataset's last change; creating or changing a tag, and tagging one document,
// do not.
import type { api, ParsedInputOf } from '@scinav/contract'
import { type Context, transact, transactReply } from '../../platform/context/context.ts'
import { AppError, invalidInput } from '../../platform/foundation/errors.ts'
import { expandDatasetPart, requireTags } from './dataset-part.ts'
import * as documents from './document.store.ts'
import { touchDataset } from './folder.service.ts'
import { requireDataset, requireDocuments, throwAsMissingDocument } from './role.ts'
import * as tags from './tag.store.ts'

type Datasets = typeof api.datasets

/** Maximum number of tags per dataset. */
export const MAX_TAGS = 500

/**
 * Lists the tags of a dataset by group and name, ungrouped ones last, each with the number of documents that have it.
 * Documents in the bin do not count.
 */
export async function listTags(ctx: Context, { dataset_id }: ParsedInputOf<Datasets['tags']>) {
  await requireDataset(ctx, dataset_id, 'read')
  return tags.listByDataset(ctx.db, dataset_id)
}

/**
 * Lists the tags of a dataset as groups, by name; the tags without a group come last, under the name null. Only documents
 * in `folder_ids` and the folders below are counted; an empty list counts those of the whole dataset.
 *
 * @throws AppError `folder.not_found`, also for folders of another dataset.
 */
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
 * Changes the tag `input.id`, which requires the right to edit, or creates one when there is no id, which requires the
 * right to write. Returns the tag with its number of documents. As a call that creates something, it stores its reply
 * for a repetition with the same `Idempotency-Key` (`transactReply`).
 *
 * @throws AppError `tag.not_found` when the dataset has no tag with this id; `tag.taken` when another tag of the same
 *   group, or another one without a group, has the name; `input.invalid` at `name` beyond `MAX_TAGS`.
 */
export async function saveTag(ctx: Context, input: ParsedInputOf<Datasets['saveTag']>) {
  return transactReply(ctx, async (ctx) => {
    const { dataset_id, name, colour, group_name = null } = input
    await requireDataset(ctx, dataset_id, input.id ? 'edit' : 'write')
    const present = await tags.listByDataset(ctx.db, dataset_id)
    const former = present.find(({ id }) => id === input.id)
    if (input.id && !former) throw new AppError('tag.not_found')
    if (present.some((tag) => tag.name === name && tag.group_name === group_name && tag.id !== input.id))
      throw new AppError('tag.taken')
    const row = { name, group_name, colour }
    if (former) {
      await tags.update(ctx.db, former.id, row)
      return { ...former, ...row }
    }
    if (present.length >= MAX_TAGS) throw invalidInput('name', `一个库最多 ${MAX_TAGS} 个标签`)
    const created = { id: ctx.newId(), dataset_id, ...row }
    await tags.insert(ctx.db, { ...created, created_at: ctx.now().toISOString() })
    return { ...created, document_count: 0 }
  })
}

/**
 * Deletes tags, all or none; their documents stay.
 *
 * @throws AppError `tag.not_found`, also for tags of another dataset.
 */
export async function removeTags(ctx: Context, input: ParsedInputOf<Datasets['removeTags']>) {
  return transact(ctx, async (ctx) => {
    const { id } = await requireDataset(ctx, input.dataset_id, 'edit')
    await requireTags(ctx, id, input.tag_ids)
    await tags.remove(ctx.db, input.tag_ids)
    await touchDataset(ctx, id)
    return null
  })
}

/**
 * Merges the tags `tag_ids` into the tag `into_id`: every document that had one of them has `into_id` afterwards, and
 * the others are deleted. `into_id` may be among `tag_ids`. Returns the remaining tag with its new number of documents.
 *
 * @throws AppError `tag.not_found`, also for tags of another dataset.
 */
export async function mergeTags(ctx: Context, input: ParsedInputOf<Datasets['mergeTags']>) {
  return transact(ctx, async (ctx) => {
    const { dataset_id, into_id } = input
    await requireDataset(ctx, dataset_id, 'edit')
    const others = input.tag_ids.filter((id) => id !== into_id)
    await requireTags(ctx, dataset_id, [...others, into_id])
    await tags.mergeTags(ctx.db, others, into_id)
    if (others.length > 0) await tags.remove(ctx.db, others)
    await touchDataset(ctx, dataset_id)
    const merged = (await tags.listByDataset(ctx.db, dataset_id)).find(({ id }) => id === into_id)
    if (!merged) throw new AppError('tag.not_found')
    return merged
  })
}

/**
 * Adds the tags `add` to all of the documents and then removes the tags `remove`, so a tag in both lists is removed.
 *
 * @throws AppError `document.not_found`, `tag.not_found`, also for those of another dataset.
 */
export async function tagDocuments(ctx: Context, input: ParsedInputOf<Datasets['tagDocuments']>) {
  return transact(ctx, async (ctx) => {
    const { dataset_id, document_ids } = input
    await requireDataset(ctx, dataset_id, 'write')
    await requireDocuments(ctx, dataset_id, document_ids)
    await requireTags(ctx, dataset_id, [...input.add, ...input.remove])
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
 * @throws AppError `document.not_found`, also for documents in datasets that the caller may not see;
 *   `dataset.not_allowed`; `tag.not_found`.
 */
async function requireDocumentAndTag(ctx: Context, { document_id, tag_id }: DocumentTagInput): Promise<void> {
  const [document] = await documents.findByIds(ctx.db, [document_id])
  if (!document) throw new AppError('document.not_found')
  await requireDataset(ctx, document.dataset_id, 'write').catch(throwAsMissingDocument)
  await requireTags(ctx, document.dataset_id, [tag_id])
}

/**
 * Adds a tag to a document; does nothing when the document has it.
 *
 * @throws AppError `document.not_found`, also instead of `dataset.not_found`; `tag.not_found`.
 */
export async function addTag(ctx: Context, input: DocumentTagInput) {
  return transact(ctx, async (ctx) => {
    await requireDocumentAndTag(ctx, input)
    await tags.addToDocument(ctx.db, input.document_id, input.tag_id)
    return null
  })
}

/**
 * Removes a tag from a document; does nothing when the document does not have it.
 *
 * @throws AppError `document.not_found`, also instead of `dataset.not_found`; `tag.not_found`.
 */
export async function removeTag(ctx: Context, input: DocumentTagInput) {
  return transact(ctx, async (ctx) => {
    await requireDocumentAndTag(ctx, input)
    await tags.removeFromDocument(ctx.db, input.document_id, input.tag_id)
    return null
  })
}
