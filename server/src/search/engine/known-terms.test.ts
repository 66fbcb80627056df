import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { testApp } from '../../testing/test-app.ts'

test('lists that nobody has read before are read in pieces, and others have their turn between any two', async () => {
  const { base } = await testApp()
  // Other tests of the process may have read them.
  vi.resetModules()
  const { getKnownTerms } = await import('./known-terms.ts')
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
