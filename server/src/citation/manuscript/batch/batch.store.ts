import type { ReferenceExpression, Selectable } from 'kysely'
import { countRows } from '../../../platform/db/query-parts.ts'
import type { Db, Tables } from '../../../platform/db/schema.ts'
import type { BatchThesesTable, ManuscriptBatchesTable } from '../../../platform/db/schema-research.ts'

/** A batch without what was uploaded for it. */
export type BatchRow = Omit<Selectable<ManuscriptBatchesTable>, 'sources'>
export type ThesisRow = Selectable<BatchThesesTable>
type ThesisState = ThesisRow['state']

/** States of theses whose check is still to come or going on. */
const UNFINISHED = ['queued', 'running'] as const
/** All columns but `sources`, which may be large. */
const COLUMNS = [
  ...(['id', 'user_id', 'name', 'request', 'state', 'error', 'skipped'] as const),
  ...(['created_at', 'finished_at', 'purged_at'] as const),
]

export async function insert(db: Db, row: Selectable<ManuscriptBatchesTable>): Promise<void> {
  await db.insertInto('manuscript_batches').values(row).execute()
}

export function findById(db: Db, id: string): Promise<BatchRow | undefined> {
  return db.selectFrom('manuscript_batches').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** Returns what was uploaded for a batch, as JSON. */
export async function findSources(db: Db, id: string): Promise<string> {
  const row = await db
    .selectFrom('manuscript_batches')
    .select('sources')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.sources ?? '[]'
}

/** Returns a page of a user's batches, newest first. */
export async function findPage(
  db: Db,
  user_id: string,
  { page_num, page_size }: { page_num: number; page_size: number },
): Promise<{ list: BatchRow[]; total: number }> {
  const batchesOfUser = db.selectFrom('manuscript_batches').where('user_id', '=', user_id)
  const list = await batchesOfUser
    .select(COLUMNS)
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  return { list, total: await countRows(batchesOfUser) }
}

export const countByUser = (db: Db, user_id: string): Promise<number> =>
  countRows(db.selectFrom('manuscript_batches').where('user_id', '=', user_id))

type BatchChange = Partial<Selectable<ManuscriptBatchesTable>>

export async function update(db: Db, id: string, change: BatchChange): Promise<void> {
  await db.updateTable('manuscript_batches').set(change).where('id', '=', id).execute()
}

/** Changes a batch that is being unpacked; returns false, and does nothing, for any other. */
export async function updateUnpacking(db: Db, id: string, change: BatchChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('manuscript_batches')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'unpacking')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a batch with its theses. */
export async function remove(db: Db, id: string): Promise<void> {
  await db.deleteFrom('manuscript_batches').where('id', '=', id).execute()
}

/** Returns at most `most` batches begun before a time whose manuscripts are still stored, oldest first. */
export function listKeptBefore(db: Db, before: string, most: number): Promise<BatchRow[]> {
  return db
    .selectFrom('manuscript_batches')
    .select(COLUMNS)
    .where('created_at', '<', before)
    .where('purged_at', 'is', null)
    .orderBy('created_at')
    .limit(most)
    .execute()
}

export async function insertThesis(db: Db, row: ThesisRow): Promise<void> {
  await db.insertInto('batch_theses').values(row).execute()
}

/** Returns the places of the theses that a batch has. */
export async function listPositions(db: Db, batch_id: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('batch_theses')
    .select('position')
    .where('batch_id', '=', batch_id)
    .execute()
  return new Set(rows.map(({ position }) => position))
}

/** Returns the theses of a batch in the order of the upload. */
export function listTheses(db: Db, batch_id: string, department?: string): Promise<ThesisRow[]> {
  return db
    .selectFrom('batch_theses')
    .selectAll()
    .where('batch_id', '=', batch_id)
    .$if(department !== undefined, (query) => query.where('department', '=', department ?? ''))
    .orderBy('position')
    .execute()
}

/** Returns the bytes of the stored files of theses of a batch, by thesis. */
export async function listThesisSizes(db: Db, batch_id: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('batch_theses')
    .innerJoin('files', 'files.id', 'batch_theses.file_id')
    .innerJoin('file_bytes', 'file_bytes.id', 'files.bytes_id')
    .select(['batch_theses.id', 'size_bytes'])
    .where('batch_id', '=', batch_id)
    .execute()
  return new Map(rows.map(({ id, size_bytes }) => [id, Number(size_bytes)]))
}

interface ThesisFilter {
  department?: string | undefined
  state?: ThesisState | undefined
  order: ReferenceExpression<Tables, 'batch_theses'>
  descending: boolean
  page_num: number
  page_size: number
}

/** Returns a page of the theses of a batch. */
export async function findThesisPage(
  db: Db,
  batch_id: string,
  { department, state, order, descending, page_num, page_size }: ThesisFilter,
): Promise<{ list: ThesisRow[]; total: number }> {
  const matching = db
    .selectFrom('batch_theses')
    .where('batch_id', '=', batch_id)
    .$if(department !== undefined, (query) => query.where('department', '=', department ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state as ThesisState))
  const list = await matching
    .selectAll()
    .orderBy(order, descending ? 'desc' : 'asc')
    .orderBy('position')
    .limit(page_size)
    .offset((page_num - 1) * page_size)
    .execute()
  return { list, total: await countRows(matching) }
}

/** Returns the sums of the figures of theses, one row per batch, department and state that has any. */
export async function sumByDepartment(db: Db, batch_ids: string[]) {
  if (batch_ids.length === 0) return []
  const rows = await db
    .selectFrom('batch_theses')
    .select(({ fn }) => [
      'batch_id',
      'department',
      'state',
      fn.countAll<number>().as('theses'),
      fn.sum<number>('faults').as('fault'),
      fn.sum<number>('checks').as('check'),
      fn.sum<number>('infos').as('info'),
      fn.sum<number>('entries').as('entries'),
      fn.sum<number>('unverified').as('unverified'),
    ])
    .where('batch_id', 'in', batch_ids)
    .groupBy(['batch_id', 'department', 'state'])
    .orderBy('department')
    .execute()
  // PostgreSQL returns sums as strings.
  return rows.map(({ batch_id, department, state, ...sums }) => ({
    batch_id,
    department,
    state,
    theses: Number(sums.theses),
    figures: {
      fault: Number(sums.fault),
      check: Number(sums.check),
      info: Number(sums.info),
      entries: Number(sums.entries),
      unverified: Number(sums.unverified),
    },
  }))
}

export async function updateThesis(db: Db, id: string, change: Partial<ThesisRow>): Promise<void> {
  await db.updateTable('batch_theses').set(change).where('id', '=', id).execute()
}

/** Records that the check of a thesis begins; returns false, and does nothing, when it waits no longer. */
export async function claimQueued(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('batch_theses')
    .set({ state: 'running', error: null })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records that a stored file of theses has been deleted. */
export async function forgetFile(db: Db, file_id: string): Promise<void> {
  await db.updateTable('batch_theses').set({ file_id: null }).where('file_id', '=', file_id).execute()
}

/** Returns the thesis that a check is about; undefined for a check that belongs to no batch. */
export function findThesisByCheck(db: Db, check_id: string): Promise<ThesisRow | undefined> {
  return db.selectFrom('batch_theses').selectAll().where('check_id', '=', check_id).executeTakeFirst()
}

/** Ends the theses of a batch that wait for their check. */
export async function cancelQueued(db: Db, batch_id: string): Promise<void> {
  await db
    .updateTable('batch_theses')
    .set({ state: 'cancelled' })
    .where('batch_id', '=', batch_id)
    .where('state', '=', 'queued')
    .execute()
}

/** Ends theses of running batches whose check was deleted while it was going on; returns their batches. */
export async function cancelUnchecked(db: Db): Promise<Set<string>> {
  const rows = await db
    .updateTable('batch_theses')
    .set({ state: 'cancelled' })
    .where('state', '=', 'running')
    .where('check_id', 'is', null)
    .where('batch_id', 'in', ({ selectFrom }) =>
      selectFrom('manuscript_batches').select('id').where('finished_at', 'is', null),
    )
    .returning('batch_id')
    .execute()
  return new Set(rows.map(({ batch_id }) => batch_id))
}

/** Returns whether a thesis of a batch waits for its check or is being checked. */
export async function hasUnfinished(db: Db, batch_id: string): Promise<boolean> {
  const found = await db
    .selectFrom('batch_theses')
    .select('id')
    .where('batch_id', '=', batch_id)
    .where('state', 'in', UNFINISHED)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Returns the running batches, oldest first, with the number of their theses that wait and that are being checked, and
 * the check that was begun last.
 */
export function listRunning(db: Db) {
  return db
    .selectFrom('manuscript_batches as batches')
    .select(['batches.id', 'batches.user_id', 'batches.request'])
    .select(({ selectFrom }) =>
      UNFINISHED.map((state) =>
        selectFrom('batch_theses')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('batch_id', '=', 'batches.id')
          .where('batch_theses.state', '=', state)
          .as(state),
      ),
    )
    .select(({ selectFrom }) =>
      selectFrom('manuscript_checks')
        .select(({ fn }) => fn.max('manuscript_checks.id').as('id'))
        .whereRef('batch_id', '=', 'batches.id')
        .as('last_check_id'),
    )
    .where('batches.state', '=', 'running')
    .where('finished_at', 'is', null)
    .orderBy('batches.id')
    .execute()
}

/** Returns the first thesis of a batch that waits for its check; undefined when none waits. */
export function findQueued(db: Db, batch_id: string): Promise<ThesisRow | undefined> {
  return db
    .selectFrom('batch_theses')
    .selectAll()
    .where('batch_id', '=', batch_id)
    .where('state', '=', 'queued')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
}

/** Returns a user's batches with the figures of their theses for the personal data export. */
export async function listForExport(db: Db, user_id: string) {
  const batches = await db
    .selectFrom('manuscript_batches')
    .select(['id', 'name', 'request', 'state', 'created_at', 'finished_at', 'purged_at'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()
  const theses = await db
    .selectFrom('batch_theses')
    .innerJoin('manuscript_batches', 'manuscript_batches.id', 'batch_id')
    .select(['batch_id', 'position', 'department', 'title', 'author', 'file_name', 'batch_theses.state'])
    .select(['batch_theses.error', 'faults', 'checks', 'infos', 'entries', 'unverified'])
    .where('user_id', '=', user_id)
    .orderBy('batch_id')
    .orderBy('position')
    .execute()
  const byBatch = Map.groupBy(theses, ({ batch_id }) => batch_id)
  return batches.map((batch) => ({ ...batch, theses: byBatch.get(batch.id) ?? [] }))
}

/** Lets theses of a batch that were cancelled or not completed wait again; returns how many have a stored file. */
export async function requeue(db: Db, batch_id: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('batch_theses')
    .set({ state: 'queued', error: null, faults: 0, checks: 0, infos: 0, entries: 0, unverified: 0 })
    .where('batch_id', '=', batch_id)
    .where('state', 'in', ['cancelled', 'failed'])
    .where('file_id', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
