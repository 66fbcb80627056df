// The table `parses`, which is the queue of parsing as well as the list of its results. A parse is queued, then claimed
// under a lease by one process (`parsing`, `indexing`), and ends as ready, failed or cancelled.

import { type Selectable, sql } from 'kysely'
import { nextIdRange } from '../../platform/db/id-range.ts'
import { countRows, inBatches } from '../../platform/db/query-parts.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ParsesTable } from '../../platform/db/schema-documents.ts'

/** The parse of some bytes by one parser version, with its state, and its facts once it is ready. */
export type ParseRow = Selectable<ParsesTable>

// Literals instead of bound parameters, so that the queries match the partial indexes.
const isQueued = sql<boolean>`parses.state = 'queued'`
const isLeased = sql<boolean>`parses.state in ('parsing', 'indexing')`

export function findById(db: Db, id: string): Promise<ParseRow | undefined> {
  return db.selectFrom('parses').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns parses in no particular order; unknown ids are skipped. */
export function findByIds(db: Db, ids: string[]): Promise<ParseRow[]> {
  return inBatches(ids, (batch) => db.selectFrom('parses').selectAll().where('id', 'in', batch).execute())
}

/** Returns the parse of some bytes by a version of a parser, such as `pdf/8.1`; undefined without one. */
export function findByBytes(db: Db, bytes_id: string, parser: string): Promise<ParseRow | undefined> {
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

export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('parses').where('id', '=', id).execute()
}

/** Makes the parses of a deleted account background work, and deletes the account's turn. */
export async function clearOwner(db: Db, owner_id: string): Promise<void> {
  await db.updateTable('parses').set({ owner_id: '' }).where('owner_id', '=', owner_id).execute()
  await db.deleteFrom('parse_turns').where('owner_id', '=', owner_id).execute()
}

// The queue. Owners take turns; the owner '' is background work, which comes after everybody else.

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

// Leases. Each run of a parse has a lease of its own, the id of which is in `leased_by`.

/** Selects the parses in progress, which are few however many parses exist. */
const leasedParses = (db: Db) => db.selectFrom('parses').where(isLeased)

/** Returns the parse that a run holds; undefined when the run has lost it. */
export function findByLease(db: Db, lease: string): Promise<ParseRow | undefined> {
  return leasedParses(db).selectAll().where('leased_by', '=', lease).executeTakeFirst()
}

/** Changes a parse if the run still holds it; returns whether it did. */
export async function updateIfHeld(db: Db, lease: string, change: Partial<ParseRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('parses')
    .set(change)
    .where('leased_by', '=', lease)
    .where(isLeased)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Extends the leases of those runs that still hold their parse. */
export async function extendLeases(db: Db, leases: string[], leased_until: string): Promise<void> {
  await db
    .updateTable('parses')
    .set({ leased_until })
    .where('leased_by', 'in', leases)
    .where(isLeased)
    .execute()
}

/**
 * Returns which of these leases still hold a parse. A run is stopped by taking its lease away, so none of them is
 * marked for cancellation.
 */
export async function findHeldLeases(
  db: Db,
  leases: string[],
): Promise<{ id: string; cancel_requested: 0 }[]> {
  const rows = await leasedParses(db).select('leased_by').where('leased_by', 'in', leases).execute()
  return rows.map(({ leased_by }) => ({ id: leased_by ?? '', cancel_requested: 0 }))
}

/** Returns all leases that hold a parse, those of other processes too. */
export async function listLeases(db: Db): Promise<string[]> {
  const rows = await leasedParses(db).select('leased_by').execute()
  return rows.flatMap(({ leased_by }) => leased_by ?? [])
}

/** Expires all leases. Called when the only process on an embedded database starts. */
export async function expireLeases(db: Db): Promise<void> {
  await db.updateTable('parses').set({ leased_until: null }).where(isLeased).execute()
}

/** Bounds the orphans of one query; a process leaves a few behind when it dies. */
const MAX_ORPHANS = 100

/** What decides whether the process that holds a parse has died. Times are ISO 8601 in UTC. */
export interface OrphanQuery {
  now: string
  /** The latest plausible end of a lease; a later one was written by a process with a wrong clock. */
  longest_lease: string
  /** Leases of this process. */
  own_leases: string[]
  /** Leases of processes that no longer exist. */
  gone_leases: string[]
}

/** Returns up to `MAX_ORPHANS` parses whose process has died, those with the fewest attempts first. */
export function findOrphans(
  db: Db,
  { now, longest_lease, own_leases, gone_leases }: OrphanQuery,
): Promise<ParseRow[]> {
  return leasedParses(db)
    .selectAll()
    .where(({ or, and, eb }) =>
      or([
        eb('leased_until', 'is', null),
        eb('leased_until', '<=', now),
        // SQL has no empty list, and no lease is ''.
        eb('leased_by', 'in', ['', ...gone_leases]),
        and([eb('leased_until', '>', longest_lease), eb('leased_by', 'not in', ['', ...own_leases])]),
      ]),
    )
    .orderBy('attempts')
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_ORPHANS)
    .execute()
}

// Upkeep: parses that nothing needs, and parses by older parser versions.

/** Returns whether a document waits for a parse, or a user keeps a file with its bytes outside any dataset. */
export async function isAwaited(
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

/**
 * Selects unused parses: no document uses or awaits them, and either a newer parse of the bytes is ready or no file
 * and no document has the bytes.
 */
function unusedParses(db: Db) {
  return db
    .selectFrom('parses')
    .where('state', 'not in', ['parsing', 'indexing'])
    .where(({ not, exists, selectFrom, or, and }) => {
      const active = selectFrom('documents').select('id').whereRef('documents.parse_id', '=', 'parses.id')
      const awaited = selectFrom('documents')
        .select('id')
        .whereRef('documents.next_parse_id', '=', 'parses.id')
      const inDocument = selectFrom('documents')
        .select('id')
        .whereRef('documents.bytes_id', '=', 'parses.bytes_id')
      const inFile = selectFrom('files').select('id').whereRef('files.bytes_id', '=', 'parses.bytes_id')
      const newer = selectFrom('parses as newer')
        .select('newer.id')
        .whereRef('newer.bytes_id', '=', 'parses.bytes_id')
        .whereRef('newer.id', '>', 'parses.id')
        .where('newer.state', '=', 'ready')
      return and([
        not(exists(active)),
        not(exists(awaited)),
        or([exists(newer), and([not(exists(inDocument)), not(exists(inFile))])]),
      ])
    })
}

/** Returns the unused parses in a range of ids after `after`, and where to continue; `next` is null at the end. */
export async function listUnused(db: Db, after: string): Promise<{ ids: string[]; next: string | null }> {
  const { last, next } = await nextIdRange(db, 'parses', after)
  const rows = await unusedParses(db)
    .select('parses.id')
    .where('parses.id', '>', after)
    .where('parses.id', '<=', last)
    .execute()
  return { ids: rows.map(({ id }) => id), next }
}

/** Returns whether a parse exists that nothing uses, see `unusedParses`. */
export async function isUnused(db: Db, id: string): Promise<boolean> {
  const row = await unusedParses(db).select('parses.id').where('parses.id', '=', id).executeTakeFirst()
  return row !== undefined
}

/**
 * Returns, from a range of parses after `after`, the bytes of documents whose active version is by another parser and
 * that none of `parsers` has parsed or tried to parse; `next` is null at the end.
 */
export async function listOutdated(
  db: Db,
  parsers: string[],
  after: string,
): Promise<{ bytes: { id: string; mime: string }[]; next: string | null }> {
  const { last, next } = await nextIdRange(db, 'parses', after)
  const bytes = await db
    .selectFrom('parses')
    .innerJoin('file_bytes', 'file_bytes.id', 'parses.bytes_id')
    .select(['file_bytes.id', 'file_bytes.mime'])
    .where('parses.id', '>', after)
    .where('parses.id', '<=', last)
    .where('parses.parser', 'not in', parsers)
    .where(({ not, exists, selectFrom, and }) => {
      const active = selectFrom('documents')
        .select('documents.id')
        .whereRef('documents.parse_id', '=', 'parses.id')
        .where('documents.deleted_at', 'is', null)
        .where('documents.next_parse_id', 'is', null)
        // A replacement file waits for a decision of its owner.
        .where('documents.next_file_id', 'is', null)
      const tried = selectFrom('parses as tried')
        .select('tried.id')
        .whereRef('tried.bytes_id', '=', 'parses.bytes_id')
        .where('tried.parser', 'in', parsers)
      return and([exists(active), not(exists(tried))])
    })
    .execute()
  return { bytes, next }
}
