import { expect, test } from 'vitest'
import { knows, status } from '../testing/engine-server.ts'
import { combining, graph } from '../testing/federated-search-scene.ts'
import { addResearched, researched } from '../testing/research-scene.ts'

test('a search says which of its engines did not answer, before the plan and in its steps', async () => {
  const app = await combining({ ...knows(graph), pubmed: status(500) })
  await addResearched(app)
  const { snapshot } = await researched(app.ada, { sources: { engines: ['local', 'crossref', 'pubmed'] } })
  const { searches, steps } = snapshot
  const all = [...searches, ...steps.flatMap((step) => step.searches)]
  expect(all.length).toBeGreaterThan(1)
  expect(new Set(all.flatMap(({ silent }) => silent))).toEqual(new Set(['pubmed']))
  expect(all.every(({ engines, silent }) => engines.length === 3 && silent?.length === 1)).toBe(true)
})
