import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { buildSegment } from '../segment/build.ts'
import { openSegment } from '../segment/layout.ts'
import { emptyMemory } from '../segment/values.ts'
import { createRandom } from '../testing/random.ts'
import { closeTally, createTally, tallyList } from './tally.ts'
import { setsOf, tallySets } from './value-sets.ts'

const CODES = ['01', '0101', '08', '0809', '0812', '10', '1002']

test('subjects counted by the sets that papers have in common are those counted paper by paper', () => {
  const random = createRandom(11)
  for (let round = 0; round < 40; round += 1) {
    const documents = random.some(1, 120, () => {
      const subject_codes = random.some(0, 3, () => CODES[random.below(CODES.length)] ?? '')
      return { seq: 1, work: { ...blankWork('title', 1), subject_codes }, cited_by_count: 0 }
    })
    const segment = openSegment(buildSegment(1, documents, emptyMemory()))
    const hits = Uint16Array.from([...documents.keys()].filter(() => random.once(2)))
    const [plain, shared] = [createTally(64), createTally(64)]
    tallyList(plain, segment, 'subject', hits, hits.length)
    const sets = setsOf(segment)
    if (sets) tallySets(shared, sets, hits, hits.length)

    expect(closeTally('subject', shared, 5)).toEqual(closeTally('subject', plain, 5))
  }
})
