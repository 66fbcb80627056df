// The queue of parses. Owners take turns; the owner '' is background work, which comes after everybody else.

import { type Selectable, sql } from 'kysely'
import { countRows } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ParsesTable } from '../../platform/db/schema-documents.ts'

type ParseRow = Selectable<ParsesTable>

// A literal instead of a bound parameter, so that the queries match the partial index.
const isQueued = sql<boolean>`parses.state = 'queued'`

const queuedParses = (db: Db, owner_id: string) =>
  db.selectFrom('parses').where('owner_id', '=', owner_id).where(isQueued)

/** Returns the parse of an owner that starts next; undefined when none is queued. */
export function findFirstQueued(db: Db, owner_id: string): Promise<ParseRow | undefined> {
  return queuedParses(db, owner_id)
    .selectAll()
    .orderBy('updated_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the queued parses of an owner in the order in which they will start. */
export async function listQueuedIds(db: Db, owner_id: string): Promise<string[]> {
  const rows = await queuedParses(db, owner_id).select('id').orderBy('updated_at').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Returns the number of parses of an owner that wait for their turn. */
export const countQueued = (db: Db, owner_id: string): Promise<number> =>
  countRows(queuedParses(db, owner_id))

/** Returns whether a parse of any owner waits for its turn. */
export async function hasQueued(db: Db): Promise<boolean> {
  const row = await db.selectFrom('parses').select('id').where(isQueued).limit(1).executeTakeFirst()
  return row !== undefined
}

/** An owner with queued parses. */
export interface QueueTurn {
  owner_id: string
  /** Number of queued parses of the owner. */
  queued: number
}

/**
 * Returns the owners of queued parses in the order of their turns: whoever had no turn for the longest is first, of
 * those without any turn whoever waits longest. Background work comes last.
 */
export async function listTurns(db: Db): Promise<QueueTurn[]> {
  const rows = await db
    .selectFrom('parses')
    .leftJoin('parse_turns', 'parse_turns.owner_id', 'parses.owner_id')
    .select(({ fn }) => [
      'parses.owner_id',
      fn.countAll<number>().as('queued'),
      fn.max('parse_turns.turn').as('turn'),
      fn.min('parses.updated_at').as('waiting_since'),
      fn.min('parses.id').as('first_id'),
    ])
    .where(isQueued)
    .groupBy('parses.owner_id')
    .execute()
  const backgroundRank = ({ owner_id }: { owner_id: string }) => (owner_id === '' ? 1 : 0)
  return rows
    .toSorted(
      (a, b) =>
        backgroundRank(a) - backgroundRank(b) ||
        Number(a.turn ?? 0) - Number(b.turn ?? 0) ||
        // Times and ids have a fixed length, so the joined texts compare by time first.
        (a.waiting_since + a.first_id < b.waiting_since + b.first_id ? -1 : 1),
    )
    .map(({ owner_id, queued }) => ({ owner_id, queued: Number(queued) }))
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
