import { expect, test } from 'vitest'
import { addPapers } from '../testing/papers.ts'
import { completeResearch } from '../testing/research-scene.ts'
import { scriptedModel } from '../testing/scripted-model.ts'
import { researchTask, scriptedResearchModel } from '../testing/scripted-research.ts'
import { testApp } from '../testing/test-app.ts'

/** Papers of which the smallest context has room for one or two in a request. */
const PAPERS = ['隔膜', '电解液', '正极', '负极', '外壳', '预警'].map((part) => ({
  title: `锂电池热失控与${part}`,
  abstract_zh: [1, 2, 3, 4, 5, 6]
    .map((n) => `为抑制锂电池热失控，本文研究第${n}种${part}的作用，实验表明它使热失控的温度提高${n}0℃。`)
    .join(''),
  language: 'zh',
}))

async function runWith(context_tokens: number) {
  const model = await scriptedModel()
  model.always(scriptedResearchModel())
  const app = await testApp({ env: { ...model.env, AI_CONTEXT_TOKENS: String(context_tokens) } })
  const ada = await app.signUp('Ada')
  await addPapers(app.base, PAPERS)
  const { snapshot } = await completeResearch(ada)
  const requests = model.requests.filter((each) => researchTask(each) === 'notes').length
  return { noted: snapshot.notes.map(({ source_id }) => source_id).toSorted(), requests }
}

test('works that do not fit into the context of a small model are read by further requests', async () => {
  const large = await runWith(32_000)
  const small = await runWith(1_000)
  expect(small.noted).toHaveLength(large.noted.length)
  expect(small.requests).toBeGreaterThan(large.requests)
})
