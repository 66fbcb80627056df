import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runArchivesDrill } from '../testing/archives-drill.ts'
import { killCount } from '../testing/drill-client.ts'
import { runExportsDrill } from '../testing/exports-drill.ts'
import { existingDatabase } from '../testing/fresh-database.ts'
import { emptyServerSettings } from '../testing/prepared-installation.ts'
import { DRILL_TIMEOUT_MS } from '../testing/timeouts.ts'

const KILLS = killCount(3)
const DOCUMENTS = 30
const SEED = 20_261_124

test(`after ${KILLS} kills while archives of a base come in every one is there whole, each document once`, {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const env = await emptyServerSettings()
  const drill = { env, kills: KILLS, documents: DOCUMENTS, seed: SEED }
  const { imports, during, faults } = await runArchivesDrill(drill)
  console.log(
    `archives drill: ${KILLS} kills, ${imports} imports, ${during} of them killed, ${faults.length} faults`,
  )

  expect(faults).toEqual([])
  expect(during).toBeGreaterThan(0)
  const { db, close } = await existingDatabase({ folder: env.DATA_DIR, url: env.DATABASE_URL })
  onTestFinished(close)
  // One base a run and the one that was packed: none was begun twice.
  const bases = await db.selectFrom('datasets').select('id').where('kind', '=', 'reading').execute()
  const kept = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('type', '=', 'file')
    .executeTakeFirstOrThrow()
  expect(bases.length).toBeGreaterThanOrEqual(imports + 1)
  expect(Number(kept.count)).toBe((imports + 1) * DOCUMENTS)
})

/** Signs of a file, so that packing takes a while. */
const SIZE = 20_000

test(`after ${KILLS} kills while a base goes out every archive is there whole, and nothing half done lies about`, {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const env = await emptyServerSettings()
  const drill = { env, kills: KILLS, documents: DOCUMENTS, size: SIZE, seed: SEED }
  const { during, faults } = await runExportsDrill(drill)
  console.log(`exports drill: ${KILLS} kills, ${during} of them during one, ${faults.length} faults`)

  expect(faults).toEqual([])
  expect(during).toBeGreaterThan(0)
  const left = await readdir(join(env.DATA_DIR, 'files', 'base-exports'))
  expect(left.filter((name) => !name.endsWith('.zip'))).toEqual([])
})
