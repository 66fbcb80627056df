import { expect, test } from 'vitest'
import { killCount } from '../testing/drill-client.ts'
import { runImportDrill } from '../testing/import-drill.ts'
import { emptyServerSettings } from '../testing/prepared-installation.ts'
import { DRILL_TIMEOUT_MS } from '../testing/timeouts.ts'

/** Two meet the import, and one its indexing. */
const KILLS = killCount(3)
/** Ten transactions of an import: a kill that follows one of them meets the next. */
const WORKS = 20_000
const SEED = 20_261_121

test(`after ${KILLS} kills during an import and its indexing every work is there once, in database and index`, {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const env = await emptyServerSettings()
  const { kills, faults, papers, during } = await runImportDrill({
    env,
    kills: KILLS,
    works: WORKS,
    seed: SEED,
  })
  console.log(
    `import drill: ${kills} kills, ${during} during the import, ${papers} papers, ${faults.length} faults`,
  )

  expect(faults).toEqual([])
  expect(during).toBeGreaterThan(KILLS / 3)
  expect(papers).toBeGreaterThanOrEqual(WORKS)
})
