import { expect, test } from 'vitest'
import { runDocumentsDrill } from '../testing/documents-drill.ts'
import { killCount } from '../testing/drill-client.ts'
import { emptyServerSettings } from '../testing/prepared-installation.ts'
import { DRILL_TIMEOUT_MS } from '../testing/timeouts.ts'
import { expectWholeDocuments } from '../testing/whole-documents.ts'

const KILLS = killCount(4)
const SEED = 20_261_123

test(`drill 53: after ${KILLS} kills while files are added, parsed, replaced, moved and deleted nothing is lost, double or stuck`, {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const env = await emptyServerSettings()
  const { kills, added, replaced, bytes, faults } = await runDocumentsDrill({ env, kills: KILLS, seed: SEED })
  console.log(
    `documents drill: ${kills} kills, ${added} documents, ${replaced} replaced, ${faults.length} faults`,
  )

  expect(faults).toEqual([])
  expect(added).toBeGreaterThan(KILLS / 3)
  expect(replaced).toBeGreaterThan(KILLS / 5)
  await expectWholeDocuments(env, bytes)
})
