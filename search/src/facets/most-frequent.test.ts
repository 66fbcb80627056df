import { expect, test } from 'vitest'
import { createRandom } from '../testing/random.ts'
import { chooseMostFrequent } from './most-frequent.ts'

test('the values with the most papers are those that sorting all of them puts first', () => {
  const random = createRandom(9)
  for (let round = 0; round < 200; round += 1) {
    const most = 1 + random.below(5)
    const scale = random.once(4) ? 40_000 : 1
    const totals = Uint32Array.from({ length: 1 + random.below(60) }, () => random.below(most) * scale)
    const limit = 1 + random.below(40)
    const used = [...totals.keys()].filter((value) => totals[value])
    used.sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b)
    expect(chooseMostFrequent(totals, limit)).toEqual({
      chosen: Uint32Array.from(used.slice(0, limit)),
      complete: used.length <= limit,
    })
  }
})
