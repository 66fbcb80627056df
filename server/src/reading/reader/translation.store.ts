import type { Selectable } from 'kysely'
import { insertMany } from '../../platform/db/insert-many.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { BlockTranslationsTable, GlossaryTermsTable } from '../../platform/db/schema-reading.ts'

export type TranslationRow = Selectable<BlockTranslationsTable>
type GlossaryTerm = Omit<Selectable<GlossaryTermsTable>, 'user_id'>

/** Returns translations of a file by the hashes of the translated units. */
export async function find(
  db: Db,
  { bytes_id, language }: Pick<TranslationRow, 'bytes_id' | 'language'>,
  hashes: string[],
): Promise<Map<string, TranslationRow>> {
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('block_translations')
    .selectAll()
    .where('bytes_id', '=', bytes_id)
    .where('language', '=', language)
    .where('source_hash', 'in', hashes)
    .execute()
  return new Map(rows.map((row) => [row.source_hash, row]))
}

/** Stores a translation; of two concurrent ones the first is kept. */
export async function save(db: Db, row: TranslationRow): Promise<void> {
  await db
    .insertInto('block_translations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the terms that a user wants translated in a fixed way, by source term. */
export function findGlossary(db: Db, user_id: string): Promise<GlossaryTerm[]> {
  return db
    .selectFrom('glossary_terms')
    .select(['source', 'target'])
    .where('user_id', '=', user_id)
    .orderBy('source')
    .execute()
}

/** Replaces a user's glossary. */
export async function saveGlossary(db: Db, user_id: string, terms: GlossaryTerm[]): Promise<void> {
  await db.deleteFrom('glossary_terms').where('user_id', '=', user_id).execute()
  await insertMany(
    db,
    'glossary_terms',
    terms.map((term) => ({ user_id, ...term })),
  )
}
