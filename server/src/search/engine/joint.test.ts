import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { buildSegment } from '../segment/build.ts'
import { openSegment, type Segment } from '../segment/layout.ts'
import { emptyMemory } from '../segment/values.ts'
import { createRandom } from '../testing/random.ts'
import { closeJoint, closeMixes, countColumn, createJoint, mixColumn, subjectColumn } from './joint.ts'
import { closeTally, createTally, MIX_FACETS, tallyList, tallyMixes } from './tally.ts'

const SUBJECTS = ['01', '02', '03', '04', '05']
const random = createRandom(9)
const memory = emptyMemory()
const segments = [1, 2, 3].map((id): Segment => {
  const documents = Array.from({ length: 200 }, (_, at) => {
    const subject_codes = SUBJECTS.filter(() => random.once(2))
    const work = { ...blankWork('title', 1 + random.below(5)), subject_codes, is_oa: random.once(2) }
    return { seq: at + 1, work, cited_by_count: 0 }
  })
  return openSegment(buildSegment(id, documents, memory))
})
const docs = Uint16Array.from({ length: 200 }, (_, doc) => doc).filter((doc) => doc % 3 > 0)

test('papers counted by the sets of their subjects, over several segments, are those counted one by one', () => {
  const [joint, joined, single] = [createJoint(), createTally(10), createTally(10)]
  for (const segment of segments) {
    countColumn(joint.counts, subjectColumn(joint, segment) ?? new Uint16Array(), docs, docs.length)
    tallyList(single, segment, 'subject', docs, docs.length)
  }
  closeJoint(joint, joined)

  const counted = closeTally('subject', joined, 9)
  expect(counted.counts).toHaveLength(SUBJECTS.length)
  expect(counted).toEqual(closeTally('subject', single, 9))
})

test('papers counted by the mix of type and open access are those counted one by one', () => {
  const joint = createJoint()
  const tallies = () => MIX_FACETS.map((facet) => (facet === 'year' ? null : createTally(20)))
  const [joined, single] = [tallies(), tallies()]
  for (const segment of segments) {
    countColumn(joint.counts, mixColumn(joint, segment) ?? new Uint16Array(), docs, docs.length)
    tallyMixes(single, segment, docs, docs.length)
  }
  closeMixes(joint, joined)

  const counts = (all: ReturnType<typeof tallies>) =>
    MIX_FACETS.map((facet, at) => {
      const tally = all[at]
      return tally ? closeTally(facet, tally, 9) : null
    })
  const counted = counts(joined)
  expect(counted[1]?.counts).toHaveLength(5)
  expect(counted).toEqual(counts(single))
})
