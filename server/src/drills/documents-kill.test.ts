import { expect, test } from 'vitest'
import { documentsDrill } from '../testing/documents-drill.ts'
import { killsOf } from '../testing/drill-client.ts'
import { DRILL_MS } from '../testing/patience.ts'
import { newPlace } from '../testing/real-server.ts'
import { expectWholeDocuments } from '../testing/whole-documents.ts'

const KILLS = killsOf(10)
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
  await expectWholeDocuments(env, bytes)
})
