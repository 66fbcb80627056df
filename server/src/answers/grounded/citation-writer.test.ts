import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { buildEvidence } from '../../retrieval/evidence/evidence.ts'
import { createCitationWriter } from './citation-writer.ts'

test('a passage is read once, however often an answer cites it', () => {
  const work = { ...blankWork('Beam search', 1), abstract: 'Beam search keeps the best. It is fast.' }
  const found = { source_id: 'p', paper_id: 'p', engine: 'local', work }
  const evidence = buildEvidence([found], [], 'en').at(-1)
  if (!evidence) throw new Error('no passage')
  const { sentences, ...rest } = evidence.passage
  let reads = 0
  const passage = {
    ...rest,
    get sentences() {
      reads += 1
      return sentences
    },
  }
  const citing = createCitationWriter(new Map([['E1', { ...evidence, passage }]]), [])
  const parts = citing.push('Beam search keeps the best [E1]. '.repeat(50))

  expect(parts.filter(({ event }) => event === 'citation')).toHaveLength(50)
  expect(reads).toBe(1)
})
