import { type Selectable, sql } from 'kysely'
import { countRows } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ParsesTable } from '../../platform/db/schema-documents.ts'

type ParseRow = Selectable<ParsesTable>

// A literal instead of a bound parameter, so that the query matches the partial index.
const isQueued = sql<boolean>`parses.state = 'queued'`

const waitingParses = (db: Db, owner_id: string) =>
  db.selectFrom('parses').where('owner_id', '=', owner_id).where(isQueued)

/** Returns the next waiting parse of an owner. */
export function findFirst(db: Db, owner_id: string): Promise<ParseRow | undefined> {
  return waitingParses(db, owner_id)
    .selectAll()
    .orderBy('updated_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the waiting parses of an owner in the order in which they will start. */
export async function listWaitingIds(db: Db, owner_id: string): Promise<string[]> {
  const rows = await waitingParses(db, owner_id).select('id').orderBy('updated_at').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export const countWaiting = (db: Db, owner_id: string): Promise<number> =>
  countRows(waitingParses(db, owner_id))

export async function hasQueued(db: Db): Promise<boolean> {
  const row = await db.selectFrom('parses').select('id').where(isQueued).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Returns the owners of waiting parses in the order of their turns; background work without an owner comes last. */
export async function listTurns(db: Db): Promise<{ owner_id: string; waiting: number }[]> {
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
    .where(isQueued)
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

/** Records that an owner has had a turn, which moves the owner behind the others. */
export async function recordTurn(db: Db, owner_id: string): Promise<void> {
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
