import { expect, onTestFinished, test } from 'vitest'
import { documentsDrill } from '../testing/documents-drill.ts'
import { killsOf } from '../testing/drill-client.ts'
import { existingDatabase } from '../testing/fresh-database.ts'
import { DRILL_MS } from '../testing/patience.ts'
import { newPlace } from '../testing/real-server.ts'

const KILLS = killsOf(15)
const SEED = 20_261_123

test(`drill 53: after ${KILLS} kills while files are added, parsed, replaced, moved and deleted nothing is lost, double or stuck`, {
  timeout: DRILL_MS,
}, async () => {
  const env = await newPlace()
  const { kills, added, replaced, bytes, faults } = await documentsDrill({ env, kills: KILLS, seed: SEED })
  console.log(
    `documents drill: ${kills} kills, ${added} documents, ${replaced} replaced, ${faults.length} faults`,
  )

  expect(faults).toEqual([])
  expect(added).toBeGreaterThan(KILLS / 3)
  expect(replaced).toBeGreaterThan(KILLS / 5)
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
})
