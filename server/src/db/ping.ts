import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** Asks the database for nothing. @throws when it does not answer. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}
