import { type Selectable, sql } from 'kysely'
import { documentsInFolders } from '../../platform/db/dataset-part.ts'
import { inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { TagsTable } from '../../platform/db/schema-knowledge.ts'

export type TagRow = Selectable<TagsTable>

/**
 * Returns all tags of a dataset with the number of documents that have each one; with `folder_ids`, only documents in
 * one of these folders are counted.
 */
export function listByDataset(db: Db, dataset_id: string, folder_ids: string[] = []) {
  return db
    .selectFrom('tags')
    .select(['id', 'dataset_id', 'group_name', 'name', 'colour'])
    .select((outer) =>
      outer
        .selectFrom('document_tags')
        .innerJoin('documents', 'documents.id', 'document_tags.document_id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('document_tags.tag_id', '=', 'tags.id')
        .where('documents.deleted_at', 'is', null)
        .$if(folder_ids.length > 0, (query) =>
          query.where('documents.id', 'in', documentsInFolders(db, folder_ids)),
        )
        .$asScalar()
        .$notNull()
        .as('document_count'),
    )
    .where('dataset_id', '=', dataset_id)
    .orderBy('group_name', (order) => order.asc().nullsLast())
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export async function insert(db: Db, row: TagRow): Promise<void> {
  await db.insertInto('tags').values(row).execute()
}

export async function update(db: Db, id: string, change: Partial<TagRow>): Promise<void> {
  await db.updateTable('tags').set(change).where('id', '=', id).execute()
}

export async function remove(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom('tags').where('id', 'in', ids).execute()
}

/** Adds a tag to a document that may already have it. */
export async function addToDocument(db: Db, document_id: string, tag_id: string): Promise<void> {
  await db
    .insertInto('document_tags')
    .values({ document_id, tag_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeFromDocument(db: Db, document_id: string, tag_id: string): Promise<void> {
  await db
    .deleteFrom('document_tags')
    .where('document_id', '=', document_id)
    .where('tag_id', '=', tag_id)
    .execute()
}

/** Adds a tag to documents, some of which may already have it. */
export async function addToDocuments(db: Db, document_ids: string[], tag_id: string): Promise<void> {
  await inBatches(document_ids, (batch) =>
    db
      .insertInto('document_tags')
      .values(batch.map((document_id) => ({ document_id, tag_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** Removes all of the tags from all of the documents. */
export async function removeFromDocuments(db: Db, document_ids: string[], tag_ids: string[]): Promise<void> {
  if (tag_ids.length === 0) return
  await inBatches(document_ids, (batch) =>
    db.deleteFrom('document_tags').where('document_id', 'in', batch).where('tag_id', 'in', tag_ids).execute(),
  )
}

/** Adds the tag `into` to every document that has one of the tags. */
export async function mergeTags(db: Db, tag_ids: string[], into: string): Promise<void> {
  await inBatches(tag_ids, (batch) =>
    db
      .insertInto('document_tags')
      .columns(['document_id', 'tag_id'])
      .expression((from) =>
        from
          .selectFrom('document_tags')
          .select(['document_id', sql.lit(into).as('tag_id')])
          .distinct()
          .where('tag_id', 'in', batch),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** Returns the tags of documents by name, each with its document and the number of documents that have it. */
export function findByDocuments(db: Db, document_ids: string[]) {
  return inBatches(document_ids, (batch) =>
    db
      .selectFrom('document_tags')
      .innerJoin('tags', 'tags.id', 'document_tags.tag_id')
      .select([
        'document_tags.document_id',
        'tags.id',
        'tags.dataset_id',
        'tags.group_name',
        'tags.name',
        'tags.colour',
      ])
      .select((outer) =>
        outer
          .selectFrom('document_tags as tagging')
          .innerJoin('documents', 'documents.id', 'tagging.document_id')
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .whereRef('tagging.tag_id', '=', 'tags.id')
          .where('documents.deleted_at', 'is', null)
          .$asScalar()
          .$notNull()
          .as('document_count'),
      )
      .where('document_tags.document_id', 'in', batch)
      .orderBy('tags.name')
      .execute(),
  )
}

/** Returns the ids of those of the tags that belong to a dataset. */
export async function filterIdsInDataset(db: Db, dataset_id: string, ids: string[]): Promise<string[]> {
  const rows = await inBatches(ids, (batch) =>
    db
      .selectFrom('tags')
      .select('id')
      .where('dataset_id', '=', dataset_id)
      .where('id', 'in', batch)
      .execute(),
  )
  return rows.map(({ id }) => id)
}
