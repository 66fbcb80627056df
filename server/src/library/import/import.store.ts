import type { Insertable, Selectable } from 'kysely'
import { insertMany } from '../../platform/db/insert-many.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ImportFaultsTable, ImportsTable } from '../../platform/db/schema-library.ts'

export type ImportRow = Selectable<ImportsTable>

export async function insert(db: Db, row: Insertable<ImportsTable>): Promise<void> {
  await db.insertInto('imports').values(row).execute()
}

export function byId(db: Db, id: string): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function update(db: Db, id: string, row: Partial<Insertable<ImportsTable>>): Promise<void> {
  await db.updateTable('imports').set(row).where('id', '=', id).execute()
}

/** Returns one page of imports, newest first, with the total. */
export async function findPage(
  db: Db,
  offset: number,
  limit: number,
): Promise<{ rows: ImportRow[]; total: number }> {
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const { total } = await db
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** Returns when the last complete import of a file in a format ended; null before the first. */
export async function findLastEnd(db: Db, format: string): Promise<string | null> {
  const { last } = await db
    .selectFrom('imports')
    .select(({ fn }) => fn.max('finished_at').as('last'))
    .where('format', '=', format)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow()
  return last
}

/** Stores faults; a line may be read twice after an interruption, so existing rows are kept. */
export async function insertFaults(db: Db, rows: Insertable<ImportFaultsTable>[]): Promise<void> {
  await insertMany(db, 'import_faults', rows, 'leave')
}

/** Returns one page of an import's faults or warnings by line, with the total. */
export async function findFaults(
  db: Db,
  { import_id, kind }: Pick<ImportFaultsTable, 'import_id' | 'kind'>,
  offset: number,
  limit: number,
) {
  const rows = await db
    .selectFrom('import_faults')
    .select(['line', 'reason', 'excerpt'])
    .where('import_id', '=', import_id)
    .where('kind', '=', kind)
    .orderBy('line')
    .offset(offset)
    .limit(limit)
    .execute()
  const { total } = await db
    .selectFrom('import_faults')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('import_id', '=', import_id)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** Returns the first faults of an import with a given reason, by line. */
export function findFaultsByReason(
  db: Db,
  { import_id, reason }: Pick<ImportFaultsTable, 'import_id' | 'reason'>,
  limit: number,
) {
  return db
    .selectFrom('import_faults')
    .select(['line', 'reason', 'excerpt'])
    .where('import_id', '=', import_id)
    .where('reason', '=', reason)
    .orderBy('line')
    .limit(limit)
    .execute()
}

/** Removes the faults of some lines, few enough for one statement. */
export async function removeFaults(db: Db, import_id: string, lines: number[]): Promise<void> {
  if (lines.length === 0) return
  await db.deleteFrom('import_faults').where('import_id', '=', import_id).where('line', 'in', lines).execute()
}

/** Changes the reason of the faults of some lines, few enough for one statement. */
export async function changeReason(
  db: Db,
  import_id: string,
  lines: number[],
  reason: string,
): Promise<void> {
  if (lines.length === 0) return
  await db
    .updateTable('import_faults')
    .set({ reason })
    .where('import_id', '=', import_id)
    .where('line', 'in', lines)
    .execute()
}
