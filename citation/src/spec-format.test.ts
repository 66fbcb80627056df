import { reference } from '@scinav/contract'
import { expect, test } from 'vitest'
import { specCases } from './spec-format.cases.ts'
import { formatSpec } from './spec-format.ts'

for (const [topic, cases] of Object.entries(specCases)) {
  for (const [about, posted, entry, n] of cases) {
    test(`the specification's format prints ${topic}: ${about}`, () => {
      expect(formatSpec(reference.parse(posted), n)).toBe(entry)
    })
  }
}
