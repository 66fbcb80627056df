import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { PaperTranslationsTable } from '../../platform/db/schema-reading.ts'

export type TranslationRow = Selectable<PaperTranslationsTable>

/** Returns the stored translation of a field of a paper; undefined when there is none. */
export function find(
  db: Db,
  { paper_id, field, language }: Pick<TranslationRow, 'paper_id' | 'field' | 'language'>,
): Promise<TranslationRow | undefined> {
  return db
    .selectFrom('paper_translations')
    .selectAll()
    .where('paper_id', '=', paper_id)
    .where('field', '=', field)
    .where('language', '=', language)
    .executeTakeFirst()
}

/** Stores a translation, in place of an earlier one of the same field into the same language. */
export async function save(db: Db, row: TranslationRow): Promise<void> {
  const { paper_id: _paper, field: _field, language: _language, ...change } = row
  await db
    .insertInto('paper_translations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['paper_id', 'field', 'language']).doUpdateSet(change))
    .execute()
}
