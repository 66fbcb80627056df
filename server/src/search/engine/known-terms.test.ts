import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { importFresh } from '../../testing/import-fresh.ts'
import { testApp } from '../../testing/test-app.ts'

test('lists that nobody has read before are read in pieces, and others have their turn between any two', async () => {
  const { base } = await testApp()
  // Other tests of the process may have read them.
  const { getKnownTerms } = await importFresh<typeof import('./known-terms.ts')>(
    new URL('known-terms.ts', import.meta.url),
  )
  let turns = 0
  let isKnown = false
  const others = (async () => {
    while (!isKnown) {
      await turn()
      turns += 1
    }
  })()
  const { loadTermsAndWords } = await getKnownTerms(base)
  const termsAndWords = await loadTermsAndWords()
  isKnown = true
  await others
  expect(turns).toBeGreaterThan(40)
  expect(termsAndWords.inflected).toBe(true)
})
