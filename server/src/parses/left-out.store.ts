import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { LeftOutPassagesTable } from '../db/schema-documents.ts'

type Row = Selectable<LeftOutPassagesTable>

export function ofVersion(db: Db, document_id: string, parse_id: string): Promise<Row[]> {
  return db
    .selectFrom('left_out_passages')
    .selectAll()
    .where('document_id', '=', document_id)
    .where('parse_id', '=', parse_id)
    .orderBy('ordinal')
    .execute()
}

/** The passage of a parse that begins with a quote, the nearest to where it stood. */
export async function beginningWith(
  db: Db,
  parse_id: string,
  quote: string,
  near: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('passages')
    .select('ordinal')
    .where('parse_id', '=', parse_id)
    .where(sql<boolean>`substr(body, 1, ${[...quote].length}) = ${quote}`)
    .orderBy(sql`abs(ordinal - ${near})`)
    .limit(1)
    .executeTakeFirst()
  return row?.ordinal ?? null
}

export async function move(db: Db, row: Row, to: { parse_id: string; ordinal: number }): Promise<void> {
  await db
    .deleteFrom('left_out_passages')
    .where('document_id', '=', row.document_id)
    .where('parse_id', '=', row.parse_id)
    .where('ordinal', '=', row.ordinal)
    .execute()
  await db
    .insertInto('left_out_passages')
    .values({ ...row, ...to })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Bodies of passages by their ordinals. */
export function bodies(db: Db, parse_id: string, ordinals: number[]) {
  return db
    .selectFrom('passages')
    .select(['ordinal', 'body'])
    .where('parse_id', '=', parse_id)
    .where('ordinal', 'in', ordinals)
    .execute()
}

export async function insert(db: Db, rows: Row[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('left_out_passages')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function remove(
  db: Db,
  document_id: string,
  parse_id: string,
  ordinals: number[],
): Promise<void> {
  await db
    .deleteFrom('left_out_passages')
    .where('document_id', '=', document_id)
    .where('parse_id', '=', parse_id)
    .where('ordinal', 'in', ordinals)
    .execute()
}
