import type { Selectable, SelectQueryBuilder } from 'kysely'
import { insertMany } from '../../../platform/db/insert-many.ts'
import { inParts, totalOf } from '../../../platform/db/query-parts.ts'
import type { Db, Tables } from '../../../platform/db/schema.ts'
import type { AnnotationsTable } from '../../../platform/db/schema-reading.ts'

export type AnnotationRow = Selectable<AnnotationsTable>

/** Whose annotations of what: those of a document also as its dataset sees them. */
export interface Scope {
  user_id: string
  document_id: string | null
  paper_id: string | null
  /** The text that is read is not the document's own: other readers may have another one. */
  isOfReader?: boolean
}

type Annotations = SelectQueryBuilder<Tables, 'annotations', object>

/** What a person sees: their own, and what is shown to all who read the dataset of the document. */
function seen(db: Db, { user_id, document_id, paper_id }: Scope, mine = false): Annotations {
  const all = db.selectFrom('annotations')
  if (document_id === null) return all.where('paper_id', '=', paper_id ?? '').where('user_id', '=', user_id)
  const ofDocument = all.where('document_id', '=', document_id)
  if (mine) return ofDocument.where('user_id', '=', user_id)
  return ofDocument.where((where) =>
    where.or([where('user_id', '=', user_id), where('visibility', '=', 'dataset')]),
  )
}

interface Part extends Scope {
  mine: boolean
  page_from?: number | undefined
  page_to?: number | undefined
  from: number
  limit: number
}

/** In the order of the text; notes on the whole and what lost its place come last. */
export async function page(
  db: Db,
  part: Part,
): Promise<{ list: AnnotationRow[]; total: number; lost: number }> {
  let found = seen(db, part, part.mine)
  const { page_from, page_to } = part
  if (page_from !== undefined) found = found.where('page', '>=', page_from)
  if (page_to !== undefined) found = found.where('page', '<=', page_to)
  const list = await inOrder(found.selectAll('annotations')).offset(part.from).limit(part.limit).execute()
  const lost = await totalOf(found.where('anchor', '=', 'lost'))
  return { list, total: await totalOf(found), lost }
}

const inOrder = <Row>(query: SelectQueryBuilder<Tables, 'annotations', Row>) =>
  query
    .orderBy(({ eb }) => eb.case().when('anchor', '=', 'lost').then(1).else(0).end())
    .orderBy('page', (order) => order.asc().nullsLast())
    .orderBy('start_at', (order) => order.asc().nullsLast())
    .orderBy('id')

const PART = 200

/** What a person sees, some hundred at a time. */
export async function* inSomeParts(db: Db, scope: Scope, mine: boolean): AsyncGenerator<AnnotationRow[]> {
  for (let from = 0; ; from += PART) {
    const rows = await inOrder(seen(db, scope, mine).selectAll('annotations'))
      .offset(from)
      .limit(PART)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length < PART) return
  }
}

/** The documents of a dataset of which a person sees annotations. */
export async function annotatedIn(db: Db, user_id: string, dataset_id: string): Promise<Set<string>> {
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

/** How many a person has made of it. */
export const countOwn = (db: Db, scope: Scope): Promise<number> => totalOf(seen(db, scope, true))

export function byIds(db: Db, ids: string[]): Promise<AnnotationRow[]> {
  return inParts(ids, (part) => db.selectFrom('annotations').selectAll().where('id', 'in', part).execute())
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
  await inParts(ids, async (part) => {
    await db.deleteFrom('annotations').where('id', 'in', part).execute()
    return []
  })
}

/** Those whose place is not of this parse: everybody's where all read the same text, else one reader's. */
function stale(db: Db, { user_id, document_id, paper_id, isOfReader }: Scope, parse_id: string) {
  const all = db
    .selectFrom('annotations')
    .where('anchor', '<>', 'whole')
    .where((where) => where.or([where('parse_id', 'is', null), where('parse_id', '<>', parse_id)]))
  if (document_id === null) return all.where('paper_id', '=', paper_id ?? '').where('user_id', '=', user_id)
  const ofDocument = all.where('document_id', '=', document_id)
  return isOfReader ? ofDocument.where('user_id', '=', user_id) : ofDocument
}

export async function isAnyStale(db: Db, scope: Scope, parse_id: string): Promise<boolean> {
  return (await stale(db, scope, parse_id).select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Some of them from an id on. */
export function someStale(db: Db, scope: Scope, parse_id: string, after: string): Promise<AnnotationRow[]> {
  return stale(db, scope, parse_id).selectAll().where('id', '>', after).orderBy('id').limit(PART).execute()
}

/** Puts some annotations where they stand now; those that were deleted or placed meanwhile stay as they are. */
export async function place(db: Db, rows: AnnotationRow[], parse_id: string): Promise<void> {
  const there = await byIds(
    db,
    rows.map(({ id }) => id),
  )
  const before = new Map(there.map((row) => [row.id, row.parse_id]))
  const open = rows.filter(({ id }) => before.has(id) && before.get(id) !== parse_id)
  if (open.length === 0) return
  await db
    .insertInto('annotations')
    .values(open)
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

/** All of a person, oldest first. */
export function ofUser(db: Db, user_id: string): Promise<AnnotationRow[]> {
  return db.selectFrom('annotations').selectAll().where('user_id', '=', user_id).orderBy('id').execute()
}

export async function namesOf(db: Db, user_ids: string[]): Promise<Map<string, string>> {
  const rows = await inParts(user_ids, (part) =>
    db.selectFrom('users').select(['id', 'nick_name']).where('id', 'in', part).execute(),
  )
  return new Map(rows.map(({ id, nick_name }) => [id, nick_name]))
}
