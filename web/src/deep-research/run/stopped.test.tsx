import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok } from '../../testing/fake-server.ts'
import {
  finishedResearch,
  quietResearch,
  researchOf,
  researchUnderWay,
  runOf,
  sectionOf,
} from '../../testing/research.ts'
import { pageOf, showAt } from '../../testing/show.tsx'
import { DeepResearchScreen } from '../deep-research-screen.tsx'

let stored: ReturnType<typeof runOf>

beforeEach(async () => {
  await import('../../chat/answer/markdown.tsx')
  sessionStorage.clear()
  fakeServer({
    ...quietResearch(),
    'GET /api/deep_research/run/u1': () => ok(stored),
    'GET /api/deep_research/run/u1/events': () => new Promise(() => undefined),
    'GET /api/deep_research/runs/1/20': () => ok(pageOf([])),
  })
})
afterEach(cleanup)

const show = (view: string) => showAt(`/deepResearch?run_id=u1&view=${view}`, <DeepResearchScreen />)
const half = (state: 'writing' | 'cancelled') => ({
  ...finishedResearch(),
  state,
  engine: 'model' as const,
  report: null,
  sections: [
    {
      ...sectionOf({ section_id: 'n1', title: '主要证据：甲', written_by: 'model' }),
      state: 'done' as const,
    },
    { ...sectionOf({ section_id: 'n2', title: '主要证据：乙', text: '' }), state: 'writing' as const },
  ],
})

test('a section that is not written yet does not say who wrote it', async () => {
  stored = runOf(half('writing'), 40)
  show('report')
  const section = await screen.findByRole('region', { name: '主要证据：乙' })
  expect(within(section).queryByText('原文摘录')).toBeNull()
  expect(within(screen.getByRole('region', { name: '主要证据：甲' })).getByText('AI 生成')).toBeTruthy()
})

test('what was being written when a research was stopped is no section of it, and that is said', async () => {
  stored = runOf(half('cancelled'), 40)
  show('report')
  await screen.findByRole('region', { name: '主要证据：甲' })
  expect(screen.queryByRole('region', { name: '主要证据：乙' })).toBeNull()
  expect(screen.getByText(/「主要证据：乙」还没有写成，研究就停了/)).toBeTruthy()
})

test('a stopped research of a model that had written nothing yet is not called its writing', async () => {
  const { sections, ...more } = half('cancelled')
  stored = runOf({ ...more, sections: sections.map((each) => ({ ...each, written_by: 'extractive' })) }, 40)
  show('report')
  await screen.findByRole('region', { name: '主要证据：甲' })
  expect(screen.getAllByText('原文摘录')).toHaveLength(2)
  expect(screen.queryByText(/AI 生成/)).toBeNull()
})

test('no search goes on in a research that has ended', async () => {
  stored = runOf(researchUnderWay({ state: 'failed' }), 40)
  show('research')
  const list = await screen.findByRole('list', { name: '研究过程' })
  expect(within(list).queryByText(/正在查/)).toBeNull()
  expect(within(list).getByText('本馆文献 没有查完')).toBeTruthy()
})

test('who had engines outside asked is not told to add them', async () => {
  const sections = [{ ...sectionOf({ kind: 'insufficient' }), state: 'done' as const }]
  const sources = {
    engines: ['local' as const, 'openalex' as const],
    dataset_ids: [],
    folder_ids: [],
    file_ids: [],
    paper_ids: [],
  }
  stored = runOf(researchOf({ state: 'completed', sections, sources }), 40)
  show('research')
  await screen.findByText(/证据不足/)
  expect(screen.queryByText(/加上站外检索来源/)).toBeNull()
})
