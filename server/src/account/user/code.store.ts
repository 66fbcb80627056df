import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { VerificationCodesTable } from '../../platform/db/schema-account.ts'

/** A verification code that was sent. */
export type CodeRow = Selectable<VerificationCodesTable>

/** Stores a code that was sent. */
export async function insertCode(db: Db, row: Insertable<VerificationCodesTable>): Promise<void> {
  await db.insertInto('verification_codes').values(row).execute()
}

/**
 * Counts the codes sent to one target, or requested from one network (column `ip`), after `since` up to `until`, with the
 * times of the first and the last; both null when there is none.
 */
export async function countSends(
  db: Db,
  column: 'target' | 'ip',
  value: string,
  { since, until }: { since: string; until: string },
) {
  const { total, first, last } = await db
    .selectFrom('verification_codes')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.min('created_at').as('first'),
      fn.max('created_at').as('last'),
    ])
    .where(column, '=', value)
    .where('created_at', '>', since)
    .where('created_at', '<=', until)
    .executeTakeFirstOrThrow()
  return { total, first, last }
}

/**
 * Returns the newest code of a target and scene that was created up to `until`, which voids the older ones; undefined
 * without one.
 */
export function findNewestCode(
  db: Db,
  target: string,
  scene: CodeRow['scene'],
  until: string,
): Promise<CodeRow | undefined> {
  return db
    .selectFrom('verification_codes')
    .selectAll()
    .where('target', '=', target)
    .where('scene', '=', scene)
    .where('created_at', '<=', until)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Changes columns of a code. */
export async function updateCode(db: Db, id: string, change: Partial<CodeRow>): Promise<void> {
  await db.updateTable('verification_codes').set(change).where('id', '=', id).execute()
}

/** Deletes codes that were created before a time. */
export async function removeCodesBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('verification_codes').where('created_at', '<', before).execute()
}
