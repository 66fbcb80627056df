import { blankWork } from '@scinav/contract'
import { expect, test } from 'vitest'
import { answerScene } from '../testing/answers.ts'
import { bestEvidence } from './arrange-evidence.ts'
import { buildEvidence } from './evidence/evidence.ts'

test('what has some of the words further ahead leaves room for what may answer', async () => {
  const abstract = 'Japanese and Korean texts tell where to attach prepositional phrases.'
  const { ctx } = await answerScene([{ title: 'Letters', abstract }])
  const { list } = await (await ctx.library.current()).concepts(
    'attaching prepositional phrases Japanese Korean',
  )
  const works = [
    blankWork('Attaching prepositional phrases', 1),
    blankWork('Attaching phrases', 1),
    { ...blankWork('Letters', 1), abstract },
  ]
  const papers = works.map((work) => ({ source_id: work.title, paper_id: work.title, engine: 'local', work }))
  const evidence = buildEvidence(papers, list, 'en')
  const best = (most: number) => bestEvidence(evidence, most).map(({ source_id }) => source_id)
  expect(best(1)).toEqual(['Letters'])
  expect(best(2)).toEqual(['Letters', 'Attaching prepositional phrases'])
  expect(best(9)).toHaveLength(3)
})
