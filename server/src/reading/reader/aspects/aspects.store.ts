import type { Db } from '../../../platform/db/schema.ts'
import type { ReadAspectsTable } from '../../../platform/db/schema-reading.ts'

/** The text that a choice was made from: a parsed file, or an abstract with its SHA-256. */
export type ChoiceSource = { parse_id: string } | { paper_id: string; source_hash: string }

type StoredChoice = Omit<ReadAspectsTable, 'parse_id'>

/** Returns the choice stored for a text; undefined where there is none, or where the abstract has changed since. */
export function find(db: Db, source: ChoiceSource): Promise<StoredChoice | undefined> {
  if ('parse_id' in source)
    return db
      .selectFrom('read_aspects')
      .selectAll()
      .where('parse_id', '=', source.parse_id)
      .executeTakeFirst()
  return db
    .selectFrom('abstract_aspects')
    .selectAll()
    .where('paper_id', '=', source.paper_id)
    .where('source_hash', '=', source.source_hash)
    .executeTakeFirst()
}

/** Stores the choice for a text in place of an earlier one. */
export async function save(db: Db, source: ChoiceSource, choice: StoredChoice): Promise<void> {
  if ('parse_id' in source)
    await db
      .insertInto('read_aspects')
      .values({ ...source, ...choice })
      .onConflict((conflict) => conflict.column('parse_id').doUpdateSet(choice))
      .execute()
  else
    await db
      .insertInto('abstract_aspects')
      .values({ ...source, ...choice })
      .onConflict((conflict) =>
        conflict.column('paper_id').doUpdateSet({ ...choice, source_hash: source.source_hash }),
      )
      .execute()
}
