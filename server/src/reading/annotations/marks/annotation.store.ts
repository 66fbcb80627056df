import type { Selectable, SelectQueryBuilder } from 'kysely'
import { insertMany } from '../../../platform/db/insert-many.ts'
import { countRows, inBatches } from '../../../platform/db/query-parts.ts'
import type { Db, Tables } from '../../../platform/db/schema.ts'
import type { AnnotationsTable } from '../../../platform/db/schema-reading.ts'

export type AnnotationRow = Selectable<AnnotationsTable>

/** A user and a target; annotations of a document include those shared with its dataset. */
export interface AnnotationScope {
  user_id: string
  document_id: string | null
  paper_id: string | null
  /** Whether the displayed text is not the document's own, so that other readers may have a different one. */
  hasOtherText?: boolean
}

type AnnotationQuery = SelectQueryBuilder<Tables, 'annotations', object>

/**
 * Selects the annotations visible to a user: their own and, unless `ownOnly`, those shared with the document's dataset.
 */
function visibleAnnotations(
  db: Db,
  { user_id, document_id, paper_id }: AnnotationScope,
  ownOnly = false,
): AnnotationQuery {
  const annotations = db.selectFrom('annotations')
  if (document_id === null)
    return annotations.where('paper_id', '=', paper_id ?? '').where('user_id', '=', user_id)
  const ofDocument = annotations.where('document_id', '=', document_id)
  if (ownOnly) return ofDocument.where('user_id', '=', user_id)
  return ofDocument.where((where) =>
    where.or([where('user_id', '=', user_id), where('visibility', '=', 'dataset')]),
  )
}

interface AnnotationPageQuery extends AnnotationScope {
  /** Whether to return only the user's own. */
  mine: boolean
  /** Pages of the text, both included. */
  page_from?: number | undefined
  page_to?: number | undefined
  /** Number of annotations to skip. */
  from: number
  limit: number
}

/**
 * Returns a page of annotations in the order of the text, those without a place last; `total` and `lost` count all
 * annotations of the query and those of them without a place.
 */
export async function findPage(
  db: Db,
  query: AnnotationPageQuery,
): Promise<{ list: AnnotationRow[]; total: number; lost: number }> {
  const { mine, page_from, page_to, from, limit } = query
  let matching = visibleAnnotations(db, query, mine)
  if (page_from !== undefined) matching = matching.where('page', '>=', page_from)
  if (page_to !== undefined) matching = matching.where('page', '<=', page_to)
  const list = await inTextOrder(matching.selectAll('annotations')).offset(from).limit(limit).execute()
  const lost = await countRows(matching.where('anchor', '=', 'lost'))
  return { list, total: await countRows(matching), lost }
}

const inTextOrder = <Row>(query: SelectQueryBuilder<Tables, 'annotations', Row>) =>
  query
    .orderBy(({ eb }) => eb.case().when('anchor', '=', 'lost').then(1).else(0).end())
    .orderBy('page', (order) => order.asc().nullsLast())
    .orderBy('start_at', (order) => order.asc().nullsLast())
    .orderBy('id')

const BATCH_SIZE = 200

/** Yields the annotations visible to a user in batches, in the order of `findPage`. */
export async function* listInBatches(
  db: Db,
  scope: AnnotationScope,
  ownOnly: boolean,
): AsyncGenerator<AnnotationRow[]> {
  for (let from = 0; ; from += BATCH_SIZE) {
    const rows = await inTextOrder(visibleAnnotations(db, scope, ownOnly).selectAll('annotations'))
      .offset(from)
      .limit(BATCH_SIZE)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < BATCH_SIZE) return
  }
}

/** Returns the documents of a dataset with annotations visible to a user. */
export async function findAnnotatedDocuments(
  db: Db,
  user_id: string,
  dataset_id: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('annotations')
    .innerJoin('documents', 'documents.id', 'annotations.document_id')
    .select('documents.id')
    .distinct()
    .where('documents.dataset_id', '=', dataset_id)
    .where('documents.deleted_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('annotations.user_id', '=', user_id), eb('annotations.visibility', '=', 'dataset')]),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the number of a user's own annotations of the target. */
export const countOwn = (db: Db, scope: AnnotationScope): Promise<number> =>
  countRows(visibleAnnotations(db, scope, true))

/** Returns annotations by id, in no particular order. */
export function findByIds(db: Db, ids: string[]): Promise<AnnotationRow[]> {
  return inBatches(ids, (part) => db.selectFrom('annotations').selectAll().where('id', 'in', part).execute())
}

export const insert = (db: Db, rows: AnnotationRow[]): Promise<void> => insertMany(db, 'annotations', rows)

export async function update(
  db: Db,
  id: string,
  change: Partial<Pick<AnnotationRow, 'colour' | 'comment' | 'tags' | 'visibility' | 'updated_at'>>,
): Promise<void> {
  await db.updateTable('annotations').set(change).where('id', '=', id).execute()
}

export async function remove(db: Db, ids: string[]): Promise<void> {
  await inBatches(ids, async (part) => {
    await db.deleteFrom('annotations').where('id', 'in', part).execute()
    return []
  })
}

/**
 * Selects annotations whose place belongs to another parse: those of all users when all read the same text, else
 * those of one user.
 */
function staleAnnotations(
  db: Db,
  { user_id, document_id, paper_id, hasOtherText }: AnnotationScope,
  parse_id: string,
) {
  const stale = db
    .selectFrom('annotations')
    .where('anchor', '<>', 'whole')
    .where((where) => where.or([where('parse_id', 'is', null), where('parse_id', '<>', parse_id)]))
  if (document_id === null) return stale.where('paper_id', '=', paper_id ?? '').where('user_id', '=', user_id)
  const ofDocument = stale.where('document_id', '=', document_id)
  return hasOtherText ? ofDocument.where('user_id', '=', user_id) : ofDocument
}

/** Returns whether the place of any annotation belongs to another parse. */
export async function hasStale(db: Db, scope: AnnotationScope, parse_id: string): Promise<boolean> {
  return (await staleAnnotations(db, scope, parse_id).select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Returns a batch of the annotations whose place belongs to another parse, after an id. */
export function listStale(
  db: Db,
  scope: AnnotationScope,
  parse_id: string,
  after: string,
): Promise<AnnotationRow[]> {
  return staleAnnotations(db, scope, parse_id)
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
}

/** Stores new places of annotations; annotations that were deleted or placed meanwhile are left unchanged. */
export async function updatePlaces(db: Db, rows: AnnotationRow[], parse_id: string): Promise<void> {
  const current = await findByIds(
    db,
    rows.map(({ id }) => id),
  )
  const currentParse = new Map(current.map((row) => [row.id, row.parse_id]))
  const unplaced = rows.filter(({ id }) => currentParse.has(id) && currentParse.get(id) !== parse_id)
  if (unplaced.length === 0) return
  await db
    .insertInto('annotations')
    .values(unplaced)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        parse_id: ref('excluded.parse_id'),
        page: ref('excluded.page'),
        boxes: ref('excluded.boxes'),
        prefix: ref('excluded.prefix'),
        suffix: ref('excluded.suffix'),
        start_at: ref('excluded.start_at'),
        end_at: ref('excluded.end_at'),
        anchor: ref('excluded.anchor'),
      })),
    )
    .execute()
}

/** Returns all annotations of a user, oldest first. */
export function listByUser(db: Db, user_id: string): Promise<AnnotationRow[]> {
  return db.selectFrom('annotations').selectAll().where('user_id', '=', user_id).orderBy('id').execute()
}

/** Returns the nicknames of users by id; unknown users are left out. */
export async function findUserNames(db: Db, user_ids: string[]): Promise<Map<string, string>> {
  const rows = await inBatches(user_ids, (part) =>
    db.selectFrom('users').select(['id', 'nick_name']).where('id', 'in', part).execute(),
  )
  return new Map(rows.map(({ id, nick_name }) => [id, nick_name]))
}

/** Returns which of the papers each person annotated, in the paper itself or in a document that is the paper. */
export function findAnnotatedPapers(
  db: Db,
  paper_ids: string[],
): Promise<{ user_id: string; paper_id: string | null }[]> {
  const direct = db
    .selectFrom('annotations')
    .select(['user_id', 'paper_id'])
    .where('paper_id', 'in', paper_ids)
  const inDocuments = db
    .selectFrom('annotations')
    .innerJoin('documents', 'documents.id', 'annotations.document_id')
    .select(['annotations.user_id', 'documents.paper_id'])
    .where('documents.paper_id', 'in', paper_ids)
    .where('documents.deleted_at', 'is', null)
  return direct.union(inDocuments).execute()
}

/** Papers that are read at once. */
const PAPERS_PER_BATCH = 500

/** Yields the ids of the papers that somebody annotated themselves, each once. */
export async function* streamAnnotatedPapers(db: Db): AsyncGenerator<string[]> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('annotations')
      .select('paper_id')
      .distinct()
      .where('paper_id', '>', after)
      .orderBy('paper_id')
      .limit(PAPERS_PER_BATCH)
      .execute()
    if (rows.length === 0) return
    yield rows.flatMap(({ paper_id }) => paper_id ?? [])
    after = rows.at(-1)?.paper_id ?? after
  }
}
