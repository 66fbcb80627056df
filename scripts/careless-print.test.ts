import { expect, test } from 'vitest'
import { printCarelessly } from '../bench/careless-print.ts'
import { chineseReferences } from '../bench/chinese-references.ts'
import { composeWorks } from '../bench/composed-works.ts'
import { printWorks, readStarterWorks } from '../bench/printed-references.ts'
import { createRandom } from '../bench/random.ts'
import { labelReference } from '../bench/reference-gold.ts'
import { LABELS, partOf } from '../formats/src/references/labels.ts'

/** Returns the parts that a reference is labelled with. */
const partsOf = (reference: Parameters<typeof labelReference>[0]) =>
  new Set(
    labelReference(reference)
      .allowed.flatMap((labels) => labels.map((at) => partOf(LABELS[at] ?? 'O')))
      .filter((part) => part !== null),
  )

test('what is printed carelessly still has all its parts', () => {
  const random = createRandom(3)
  const references = [
    ...printWorks(random, [...readStarterWorks(), ...composeWorks(random, 140)]),
    ...chineseReferences(200, 3),
  ]
  const changed = references.flatMap((reference) => {
    const careless = printCarelessly(random, reference, 1)
    return careless.text === reference.text ? [] : [{ reference, careless }]
  })
  expect(changed.length).toBeGreaterThan(references.length / 2)
  for (const { reference, careless } of changed)
    expect([careless.text, partsOf(careless)]).toEqual([careless.text, partsOf(reference)])
})
