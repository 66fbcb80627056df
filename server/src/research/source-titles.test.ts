import type { Work } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../testing/papers.ts'
import { completeResearch } from '../testing/research-scene.ts'
import { testApp } from '../testing/test-app.ts'

const paper = (title: string, title_zh: string): Partial<Work> => ({
  ...{ title, title_zh },
  abstract: `${title} prevent thermal runaway of lithium batteries.`,
  abstract_zh: `${title_zh}能抑制锂电池热失控。`,
  keywords: ['lithium batteries', '锂电池', 'thermal runaway', '热失控'],
})

test('a report names venues, not the codes that records have for them', async () => {
  const app = await testApp()
  await addPapers(app.base, [
    { ...paper('Ceramic separators', '陶瓷隔膜'), basic_sourcename: 'wmt' },
    { ...paper('Flame retardant electrolytes', '阻燃电解液'), basic_sourcename: 'wmt' },
    { ...paper('Early warnings', '早期预警'), basic_sourcename: 'ws', external_ids: { acl: 'W07-0212' } },
  ])
  const { snapshot } = await completeResearch(await app.signUp('Ada'))
  const { text, chart } = snapshot.sections.find(({ kind }) => kind === 'distribution') ?? {}
  expect(chart?.venues).toEqual([{ label: 'Conference on Machine Translation', count: 2 }])
  expect(text).toContain('Conference on Machine Translation（2 篇）')
  for (const { text } of [...snapshot.references, ...snapshot.read_not_cited])
    expect(text).not.toMatch(/\b(?:ws|wmt)\b/)
})

test.each([
  ['How can thermal runaway of lithium batteries be prevented?', 'Ceramic separators'],
  ['如何抑制锂电池热失控？', '陶瓷隔膜'],
])('「%s」 names its sources in the language of who asks', async (question, title) => {
  const app = await testApp()
  await addPapers(app.base, [
    paper('Ceramic separators', '陶瓷隔膜'),
    paper('Flame retardant electrolytes', '阻燃电解液'),
    paper('Early warnings', '早期预警'),
  ])
  const { snapshot } = await completeResearch(await app.signUp('Ada'), { question })
  expect(snapshot.read).toHaveLength(3)
  expect(snapshot.read.map((source) => source.title)).toContain(title)
})
