import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { storagePath } from '../documents/storage/index.ts'
import { sha256Hex } from '../platform/providers/files/s3/signature.ts'
import { existingDatabase } from './fresh-database.ts'

/**
 * Checks the database of a drill: every document has the parse of a permitted file and its passages exactly once, and
 * the ranges of passages do not overlap.
 */
export async function expectWholeDocuments(
  env: { DATA_DIR: string; DATABASE_URL: string },
  bytes: Map<string, Set<string>>,
): Promise<void> {
  const { db, close } = await existingDatabase({ folder: env.DATA_DIR, url: env.DATABASE_URL })
  onTestFinished(close)
  const ready = await db
    .selectFrom('documents')
    .innerJoin('parses', 'parses.id', 'documents.parse_id')
    .innerJoin('file_bytes', 'file_bytes.id', 'documents.bytes_id')
    .select(['documents.id', 'documents.deleted_at', 'parses.id as parse_id', 'parses.passages'])
    .select(['file_bytes.sha256', 'documents.bytes_id', 'parses.bytes_id as parsed_id'])
    .where('documents.type', '=', 'file')
    .execute()
  for (const { id, sha256, bytes_id, parsed_id } of ready) {
    expect([...(bytes.get(id) ?? [sha256])]).toContain(sha256)
    expect(parsed_id).toBe(bytes_id)
    expect(sha256Hex(readFileSync(join(env.DATA_DIR, 'files', storagePath(bytes_id ?? ''))))).toBe(sha256)
  }
  const places = await db
    .selectFrom('passage_places')
    .selectAll()
    .where('gone', '=', 0)
    .orderBy('first_seq')
    .execute()
  const there = ready.filter(({ deleted_at }) => deleted_at === null)
  expect(places.map(({ document_id }) => document_id).sort()).toEqual(there.map(({ id }) => id).sort())
  const numbers = places.flatMap(({ first_seq, passages }) => [
    Number(first_seq),
    Number(first_seq) + passages,
  ])
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  for (const { parse_id, passages } of ready) {
    const rows = await db.selectFrom('passages').select('ordinal').where('parse_id', '=', parse_id).execute()
    expect(rows.map(({ ordinal }) => ordinal).sort((a, b) => a - b)).toEqual(
      Array.from({ length: passages }, (_, at) => at),
    )
  }
}
