import { expect, onTestFinished, test } from 'vitest'
import { killDrill } from '../testing/kill-drill.ts'
import { newFolder } from '../testing/new-folder.ts'
import { DRILL_MS } from '../testing/patience.ts'
import { startCluster } from '../testing/postgres-cluster.ts'

const KILLS = 30
const SEED = 20_260_302

/** Here PostgreSQL waits for the disk, as it does where it is used. */
async function durablePostgres(): Promise<string> {
  const cluster = await startCluster({ durable: true })
  onTestFinished(() => cluster.stop())
  return cluster.url
}

test(`after ${KILLS} kills in the middle of writing no acknowledged write is lost`, {
  timeout: DRILL_MS,
}, async () => {
  const folder = newFolder()
  const DATABASE_URL = process.env.TEST_DATABASE === 'postgres' ? await durablePostgres() : ''
  const { kills, acknowledged, lost } = await killDrill({
    env: { DATA_DIR: folder, DATABASE_URL },
    kills: KILLS,
    seed: SEED,
  })
  console.log(`kill drill: ${kills} kills, ${acknowledged} acknowledged, ${lost.length} lost`)

  expect(lost).toEqual([])
  expect(acknowledged).toBeGreaterThan(KILLS)
})
