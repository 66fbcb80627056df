import { expect, onTestFinished, test } from 'vitest'
import { archivesDrill } from '../testing/archives-drill.ts'
import { killsOf } from '../testing/drill-client.ts'
import { existingDatabase } from '../testing/fresh-database.ts'
import { DRILL_MS } from '../testing/patience.ts'
import { newPlace } from '../testing/real-server.ts'

const KILLS = killsOf(4)
const DOCUMENTS = 60
const SEED = 20_261_124

test(`after ${KILLS} kills while archives of a base come in every one is there whole, each document once`, {
  timeout: DRILL_MS,
}, async () => {
  const env = await newPlace()
  const drill = { env, kills: KILLS, documents: DOCUMENTS, seed: SEED }
  const { imports, during, faults } = await archivesDrill(drill)
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
