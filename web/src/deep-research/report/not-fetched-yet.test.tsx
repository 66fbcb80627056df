import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, ok } from '../../testing/fake-server.ts'
import { finishedResearch, quietResearch, reportOf, runOf, sectionOf } from '../../testing/research.ts'
import { showAt } from '../../testing/show.tsx'
import { DeepResearchScreen } from '../deep-research-screen.tsx'

// The part of the program that shows Markdown is on its way for as long as this lasts.
vi.mock('../../chat/answer/markdown.tsx', () => new Promise(() => undefined))

afterEach(cleanup)

test('a report is read without signs of its markup before what shows these is there', async () => {
  const section = sectionOf({ text: '## 做法\n\n- **做法**：「枝晶在内部生长」[1]。', citations: [] })
  fakeServer({
    ...quietResearch(),
    'GET /api/deep_research/run/u1': () => ok(runOf(finishedResearch())),
    'GET /api/deep_research/run/u1/events': () => new Promise(() => undefined),
    'GET /api/deep_research/report/o1': () => ok(reportOf({ sections: [section] })),
  })
  showAt('/deepResearch?run_id=u1&view=report', <DeepResearchScreen />)
  const shown = await screen.findByRole('region', { name: section.title })
  expect(await within(shown).findByText(/做法：「枝晶在内部生长」\[1\]。/)).toBeTruthy()
  expect(shown.textContent).not.toMatch(/#|\*|- /)
})
