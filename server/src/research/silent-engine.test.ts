import { expect, test } from 'vitest'
import { knownPaperAnswers, statusAnswer } from '../testing/engine-server.ts'
import { federatedSearchScene, graphPaper } from '../testing/federated-search-scene.ts'
import { addSubjectPapers, completeResearch } from '../testing/research-scene.ts'

test('a search says which of its engines did not answer, before the plan and in its steps', async () => {
  const app = await federatedSearchScene({ ...knownPaperAnswers(graphPaper), pubmed: statusAnswer(500) })
  await addSubjectPapers(app)
  const { snapshot } = await completeResearch(app.ada, {
    sources: { engines: ['local', 'crossref', 'pubmed'] },
  })
  const { searches, steps } = snapshot
  const all = [...searches, ...steps.flatMap((step) => step.searches)]
  expect(all.length).toBeGreaterThan(1)
  expect(new Set(all.flatMap(({ silent }) => silent))).toEqual(new Set(['pubmed']))
  expect(all.every(({ engines, silent }) => engines.length === 3 && silent?.length === 1)).toBe(true)
})
