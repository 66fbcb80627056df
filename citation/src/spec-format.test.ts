import { readFileSync } from 'node:fs'
import { reference } from '@scinav/contract'
import { expect, test } from 'vitest'
import { specCases } from './spec-format.cases.ts'
import { formatSpec } from './spec-format.ts'

const page = readFileSync(new URL('../../docs/citation.md', import.meta.url), 'utf8')

for (const [topic, cases] of Object.entries(specCases)) {
  for (const [about, posted, entry, n] of cases) {
    test(`the specification's format prints ${topic}: ${about}`, () => {
      expect(formatSpec(reference.parse(posted), n)).toBe(entry)
    })
  }

  test(`the page about references quotes every case of ${topic}`, () => {
    for (const [about, , entry] of cases) expect(page).toContain(`| ${about} | \`${entry}\` |`)
  })
}
