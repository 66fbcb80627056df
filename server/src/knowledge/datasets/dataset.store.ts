import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { containsText, countRows } from '../../platform/db/query-parts.ts'
import { type DatasetQuery, membershipQuery, readableDatasets } from '../../platform/db/readable-datasets.ts'
import type { Db, Tables } from '../../platform/db/schema.ts'
import type { DatasetsTable } from '../../platform/db/schema-knowledge.ts'

export type DatasetRow = Selectable<DatasetsTable>

/**
 * A dataset with number and total size of its documents, and the user's role in its project (null for non-members).
 */
export type CountedDatasetRow = DatasetRow & {
  document_count: number
  size_bytes: number
  project_role: 1 | 2 | 3 | 4 | null
}

/** Completes a query for datasets to rows with their counts and the user's role in their project. */
function withCounts(query: DatasetQuery, user_id: string) {
  return query.selectAll('datasets').select((outer) => [
    membershipQuery(outer, user_id).$asScalar().as('project_role'),
    outer
      .selectFrom('documents')
      .select((inner) => inner.fn.countAll<number>().as('count'))
      .whereRef('documents.dataset_id', '=', 'datasets.id')
      .where('documents.deleted_at', 'is', null)
      .$asScalar()
      .$notNull()
      .as('document_count'),
    outer
      .selectFrom('documents')
      // PostgreSQL sums bigint as numeric, which the driver returns as text.
      .select(sql<number>`cast(coalesce(sum(size_bytes), 0) as bigint)`.as('sum'))
      .whereRef('documents.dataset_id', '=', 'datasets.id')
      .where('documents.deleted_at', 'is', null)
      .$asScalar()
      .$notNull()
      .as('size_bytes'),
  ])
}

/** Returns a dataset with its counts, deleted or not, whether or not the user may read it; undefined without one. */
export function find(db: Db, user_id: string, id: string): Promise<CountedDatasetRow | undefined> {
  return withCounts(db.selectFrom('datasets').where('id', '=', id), user_id).executeTakeFirst()
}

/** Returns whether a user may currently read a dataset. */
export async function isReadable(db: Db, user_id: string, id: string): Promise<boolean> {
  const row = await readableDatasets(db, user_id).select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Returns the private dataset of a user; undefined before it is created. */
export function findPrivate(db: Db, owner_id: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('datasets')
    .select('id')
    .where('owner_id', '=', owner_id)
    .where('kind', '=', 'private')
    .executeTakeFirst()
}

/** Inserts a dataset; a second private one of the same user is not inserted. */
export async function insert(db: Db, row: DatasetRow): Promise<void> {
  await db
    .insertInto('datasets')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function update(db: Db, id: string, change: Partial<DatasetRow>): Promise<void> {
  await db.updateTable('datasets').set(change).where('id', '=', id).execute()
}

/**
 * Returns all datasets that a user may read: the private one, then own ones and those of projects, then public ones;
 * the newest of each group first.
 */
export function listReadable(db: Db, user_id: string): Promise<CountedDatasetRow[]> {
  return inDisplayOrder(withCounts(readableDatasets(db, user_id), user_id)).execute()
}

const inDisplayOrder = <Row>(query: SelectQueryBuilder<Tables, 'datasets', Row>) =>
  query
    .orderBy(sql`case kind when 'private' then 0 when 'ai' then 2 else 1 end`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')

interface PageFilter {
  kind?: DatasetRow['kind'] | undefined
  keyword?: string | undefined
  current_page: number
  page_size: number
}

/** Returns one page of the datasets that a user may read, in display order. */
export async function findPage(
  db: Db,
  user_id: string,
  { kind, keyword, current_page, page_size }: PageFilter,
) {
  const hasKeyword = (column: 'name' | 'description') => containsText(sql.ref(column), keyword ?? '')
  const matching = readableDatasets(db, user_id)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as DatasetRow['kind']))
    .$if(keyword !== undefined, (query) =>
      query.where(({ or }) => or([hasKeyword('name'), hasKeyword('description')])),
    )
  const list = await inDisplayOrder(withCounts(matching, user_id))
    .limit(page_size)
    .offset((current_page - 1) * page_size)
    .execute()
  const total = await countRows(matching)
  return { list, total }
}

/** Counts a user's datasets outside of projects, including the bin. */
export const countOwn = (db: Db, owner_id: string): Promise<number> =>
  countRows(db.selectFrom('datasets').where('owner_id', '=', owner_id).where('kind', '<>', 'project'))

/** Counts the datasets of a project, including the bin. */
export const countInProject = (db: Db, project_id: string): Promise<number> =>
  countRows(db.selectFrom('datasets').where('project_id', '=', project_id))

/**
 * Returns datasets deleted after `since` that a user can restore, latest first: own ones, and those of projects in
 * which the user is at least a manager.
 */
export function listDeletedSince(db: Db, user_id: string, since: string): Promise<CountedDatasetRow[]> {
  const restorable = db
    .selectFrom('datasets')
    .where('deleted_at', '>', since)
    .where((where) =>
      where.or([
        where.and([where('owner_id', '=', user_id), where('kind', '<>', 'project')]),
        // Role 1 is the owner, 2 a manager.
        where.exists(membershipQuery(where, user_id).where('project_members.role', '<=', 2)),
      ]),
    )
  return withCounts(restorable, user_id).orderBy('deleted_at', 'desc').orderBy('id', 'desc').execute()
}

/** Transfers a user's public datasets to another active administrator, if there is one. */
export async function reassignPublicDatasets(db: Db, owner_id: string): Promise<void> {
  const otherAdministrator = db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('status', '=', 'active')
    .where('delete_at', 'is', null)
    .where('id', '<>', owner_id)
    .orderBy('id')
    .limit(1)
  const { id } = (await otherAdministrator.executeTakeFirst()) ?? {}
  if (!id) return
  await db
    .updateTable('datasets')
    .set({ owner_id: id })
    .where('owner_id', '=', owner_id)
    .where('visibility', '=', 'public')
    .execute()
}
