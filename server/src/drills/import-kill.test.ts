import { expect, test } from 'vitest'
import { killsOf } from '../testing/drill-client.ts'
import { importDrill } from '../testing/import-drill.ts'
import { DRILL_MS } from '../testing/patience.ts'
import { newPlace } from '../testing/real-server.ts'

const KILLS = killsOf(6)
/** Ten transactions of an import: a kill that follows one of them meets the next. */
const WORKS = 20_000
const SEED = 20_261_121

test(`after ${KILLS} kills during an import and its indexing every work is there once, in database and index`, {
  timeout: DRILL_MS,
}, async () => {
  const env = await newPlace()
  const { kills, faults, papers, during } = await importDrill({ env, kills: KILLS, works: WORKS, seed: SEED })
  console.log(
    `import drill: ${kills} kills, ${during} during the import, ${papers} papers, ${faults.length} faults`,
  )

  expect(faults).toEqual([])
  expect(during).toBeGreaterThan(KILLS / 3)
  expect(papers).toBeGreaterThan(WORKS)
})
