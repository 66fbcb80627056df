import { type Selectable, sql } from 'kysely'
import { stretchAfter } from '../db/id-stretch.ts'
import { insertMany } from '../db/insert-many.ts'
import { inParts } from '../db/query-parts.ts'
import type { Db } from '../db/schema.ts'
import type { ParseBlocksTable, ParsesTable, PassagesTable } from '../db/schema-documents.ts'

export type ParseRow = Selectable<ParsesTable>
type State = ParseRow['state']

/** States in which somebody works on a parse. */
const LEASED: State[] = ['parsing', 'indexing']

export function byId(db: Db, id: string): Promise<ParseRow | undefined> {
  return db.selectFrom('parses').selectAll().where('id', '=', id).executeTakeFirst()
}

export function byIds(db: Db, ids: string[]): Promise<ParseRow[]> {
  return inParts(ids, (part) => db.selectFrom('parses').selectAll().where('id', 'in', part).execute())
}

export function ofBytes(db: Db, bytes_id: string, parser: string): Promise<ParseRow | undefined> {
  return db
    .selectFrom('parses')
    .selectAll()
    .where('bytes_id', '=', bytes_id)
    .where('parser', '=', parser)
    .executeTakeFirst()
}

export async function insert(db: Db, row: ParseRow): Promise<void> {
  await db.insertInto('parses').values(row).execute()
}

export async function update(db: Db, id: string, change: Partial<ParseRow>): Promise<void> {
  await db.updateTable('parses').set(change).where('id', '=', id).execute()
}

/** Changes a parse as long as the run still holds it; answers whether it did. */
export async function whileHeld(db: Db, lease: string, change: Partial<ParseRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('parses')
    .set(change)
    .where('leased_by', '=', lease)
    .where('state', 'in', LEASED)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lengthens leases. */
export async function extend(db: Db, leases: string[], leased_until: string): Promise<void> {
  await db.updateTable('parses').set({ leased_until }).where('leased_by', 'in', leases).execute()
}

/** Which of these leases still hold a parse; whoever wants one stopped takes its lease away. */
export async function held(db: Db, leases: string[]): Promise<{ id: string; cancel_requested: 0 }[]> {
  const rows = await db
    .selectFrom('parses')
    .select('leased_by')
    .where('leased_by', 'in', leases)
    .where('state', 'in', LEASED)
    .execute()
  return rows.map(({ leased_by }) => ({ id: leased_by ?? '', cancel_requested: 0 }))
}

/** Puts every parse that somebody has begun back: for the start of the only process on an embedded database. */
export async function releaseAll(db: Db): Promise<void> {
  await db.updateTable('parses').set({ leased_until: null }).where('state', 'in', LEASED).execute()
}

interface Look {
  now: string
  /** No lease runs longer: what says so was written by a wrong clock. */
  longest_lease: string
  /** What this process runs. */
  own: string[]
}

/** A parse whose process has died. */
export function orphan(db: Db, { now, longest_lease, own }: Look): Promise<ParseRow | undefined> {
  return db
    .selectFrom('parses')
    .selectAll()
    .where('state', 'in', LEASED)
    .where(({ or, and, eb }) =>
      or([
        eb('leased_until', 'is', null),
        eb('leased_until', '<=', now),
        and([eb('leased_until', '>', longest_lease), eb('leased_by', 'not in', ['', ...own])]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Owners of waiting parses, whose turn it is first; work for nobody comes last. */
export async function turns(db: Db): Promise<{ owner_id: string; waiting: number }[]> {
  const rows = await db
    .selectFrom('parses')
    .leftJoin('parse_turns', 'parse_turns.owner_id', 'parses.owner_id')
    .select(({ fn }) => [
      'parses.owner_id',
      fn.countAll<number>().as('waiting'),
      fn.max('parse_turns.turn').as('turn'),
      fn.min('parses.updated_at').as('since'),
      fn.min('parses.id').as('first'),
    ])
    .where(sql<boolean>`parses.state = 'queued'`)
    .groupBy('parses.owner_id')
    .execute()
  const rank = (row: (typeof rows)[number]) => [row.owner_id === '' ? 1 : 0, Number(row.turn ?? 0)] as const
  return rows
    .toSorted((a, b) => {
      const [[lastA, turnA], [lastB, turnB]] = [rank(a), rank(b)]
      return lastA - lastB || turnA - turnB || (a.since + a.first < b.since + b.first ? -1 : 1)
    })
    .map(({ owner_id, waiting }) => ({ owner_id, waiting: Number(waiting) }))
}

const waitingOf = (db: Db, owner_id: string) =>
  db.selectFrom('parses').where('owner_id', '=', owner_id).where(sql<boolean>`parses.state = 'queued'`)

export function firstOf(db: Db, owner_id: string): Promise<ParseRow | undefined> {
  return waitingOf(db, owner_id).selectAll().orderBy('updated_at').orderBy('id').limit(1).executeTakeFirst()
}

/** The waiting parses of an owner in the order in which they will begin. */
export async function waitingIds(db: Db, owner_id: string): Promise<string[]> {
  const rows = await waitingOf(db, owner_id).select('id').orderBy('updated_at').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export async function anyQueued(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('parses')
    .select('id')
    .where(sql<boolean>`parses.state = 'queued'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** An owner has had a turn, and stands behind the others. */
export async function hadTurn(db: Db, owner_id: string): Promise<void> {
  const last = await db
    .selectFrom('parse_turns')
    .select(({ fn }) => fn.max('turn').as('turn'))
    .executeTakeFirst()
  const turn = Number(last?.turn ?? 0) + 1
  await db
    .insertInto('parse_turns')
    .values({ owner_id, turn })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ turn }))
    .execute()
}

export const insertBlocks = (db: Db, rows: Selectable<ParseBlocksTable>[]): Promise<void> =>
  insertMany(db, 'parse_blocks', rows)

export const insertPassages = (db: Db, rows: Selectable<PassagesTable>[]): Promise<void> =>
  insertMany(db, 'passages', rows)

const REMOVED_AT_ONCE = 500

/** Takes away some of a parse's text; answers whether there was any. */
export async function removeSome(db: Db, parse_id: string): Promise<boolean> {
  let any = false
  for (const table of ['passages', 'parse_blocks'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('ordinal')
      .where('parse_id', '=', parse_id)
      .orderBy('ordinal')
      .limit(REMOVED_AT_ONCE)
      .execute()
    if (rows.length === 0) continue
    any = true
    const last = rows.at(-1)?.ordinal ?? 0
    await db.deleteFrom(table).where('parse_id', '=', parse_id).where('ordinal', '<=', last).execute()
  }
  return any
}

/** Whether another document waits for a parse, or somebody's file that is no document's. */
export async function isWantedBesides(
  db: Db,
  { id, bytes_id }: Pick<ParseRow, 'id' | 'bytes_id'>,
): Promise<boolean> {
  const waiting = await db
    .selectFrom('documents')
    .select('id')
    .where('next_parse_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (waiting) return true
  const file = await db
    .selectFrom('files')
    .select('id')
    .where('bytes_id', '=', bytes_id)
    .where('for_documents', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return file !== undefined
}

export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('parses').where('id', '=', id).execute()
}

/** Parses that nothing needs: of bytes that neither file nor document holds, or that a newer one has replaced. */
function unneeded(db: Db) {
  return db
    .selectFrom('parses')
    .where('state', 'not in', LEASED)
    .where(({ not, exists, selectFrom, or, and }) => {
      const served = selectFrom('documents').select('id').whereRef('documents.parse_id', '=', 'parses.id')
      const awaited = selectFrom('documents')
        .select('id')
        .whereRef('documents.next_parse_id', '=', 'parses.id')
      const placed = selectFrom('documents')
        .select('id')
        .whereRef('documents.bytes_id', '=', 'parses.bytes_id')
      const stored = selectFrom('files').select('id').whereRef('files.bytes_id', '=', 'parses.bytes_id')
      const newer = selectFrom('parses as newer')
        .select('newer.id')
        .whereRef('newer.bytes_id', '=', 'parses.bytes_id')
        .whereRef('newer.id', '>', 'parses.id')
        .where('newer.state', '=', 'ready')
      return and([
        not(exists(served)),
        not(exists(awaited)),
        or([exists(newer), and([not(exists(placed)), not(exists(stored))])]),
      ])
    })
}

/** Unneeded parses of some, from an id on; and where to go on, null at the end. */
export async function unused(db: Db, after: string): Promise<{ ids: string[]; next: string | null }> {
  const { last, next } = await stretchAfter(db, 'parses', after)
  const rows = await unneeded(db)
    .select('parses.id')
    .where('parses.id', '>', after)
    .where('parses.id', '<=', last)
    .execute()
  return { ids: rows.map(({ id }) => id), next }
}

export async function isUnused(db: Db, id: string): Promise<boolean> {
  const row = await unneeded(db).select('parses.id').where('parses.id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** The parse that a run holds. */
export function heldBy(db: Db, lease: string): Promise<ParseRow | undefined> {
  return db
    .selectFrom('parses')
    .selectAll()
    .where('leased_by', '=', lease)
    .where('state', 'in', LEASED)
    .executeTakeFirst()
}

/** JSON of blocks from an ordinal on, in reading order. */
export async function blocksFrom(db: Db, parse_id: string, from: number, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('parse_blocks')
    .select('block')
    .where('parse_id', '=', parse_id)
    .where('ordinal', '>=', from)
    .orderBy('ordinal')
    .limit(most)
    .execute()
  return rows.map(({ block }) => block)
}

/** Bytes of documents whose parse none of these parsers has made, or tried to make. */
export function outdated(db: Db, parsers: string[], most: number): Promise<{ id: string; mime: string }[]> {
  return db
    .selectFrom('documents')
    .innerJoin('parses', 'parses.id', 'documents.parse_id')
    .innerJoin('file_bytes', 'file_bytes.id', 'parses.bytes_id')
    .select(['file_bytes.id', 'file_bytes.mime'])
    .distinct()
    .where('parses.parser', 'not in', parsers)
    .where('documents.deleted_at', 'is', null)
    .where('documents.next_parse_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('parses as tried')
            .select('tried.id')
            .whereRef('tried.bytes_id', '=', 'file_bytes.id')
            .where('tried.parser', 'in', parsers),
        ),
      ),
    )
    .limit(most)
    .execute()
}

/** Parses of somebody whose account ends wait for nobody. */
export async function disown(db: Db, owner_id: string): Promise<void> {
  await db.updateTable('parses').set({ owner_id: '' }).where('owner_id', '=', owner_id).execute()
  await db.deleteFrom('parse_turns').where('owner_id', '=', owner_id).execute()
}
