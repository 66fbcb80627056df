import { expect, onTestFinished, test } from 'vitest'
import { importDrill } from '../testing/import-drill.ts'
import { newFolder } from '../testing/new-folder.ts'
import { DRILL_MS } from '../testing/patience.ts'
import { startCluster } from '../testing/postgres-cluster.ts'

const KILLS = 12
const WORKS = 5_000
const SEED = 20_261_121

test(`after ${KILLS} kills during an import and its indexing every work is there once, in database and index`, {
  timeout: DRILL_MS,
}, async () => {
  const folder = newFolder()
  const cluster = process.env.TEST_DATABASE === 'postgres' ? await startCluster({ durable: true }) : null
  onTestFinished(async () => cluster?.stop())
  const env = { DATA_DIR: folder, DATABASE_URL: cluster?.url ?? '' }
  const { kills, faults, papers, during } = await importDrill({ env, kills: KILLS, works: WORKS, seed: SEED })
  console.log(
    `import drill: ${kills} kills, ${during} during the import, ${papers} papers, ${faults.length} faults`,
  )

  expect(faults).toEqual([])
  expect(during).toBeGreaterThan(KILLS / 3)
  expect(papers).toBeGreaterThan(WORKS)
})
