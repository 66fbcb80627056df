import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok } from '../testing/fake-server.ts'
import { fill, press, showAt } from '../testing/show.tsx'
import { AiCitationScreen } from './ai-citation-screen.tsx'
import { resetCheck } from './check.state.ts'
import { CitationResultScreen } from './manuscript/citation-result-screen.tsx'
import { INITIAL_MANUSCRIPT, useManuscript } from './manuscript/manuscript.state.ts'

beforeEach(() => {
  sessionStorage.clear()
  resetCheck()
  useManuscript.setState(INITIAL_MANUSCRIPT)
  fakeServer({
    'POST /api/citation/parse': () => ok({ list: [{ text: 'Hoare. Quicksort. 1962.' }], left_out: 0 }),
    'POST /api/citation/check': () => new Promise(() => undefined),
    'GET /api/citation/styles': () => ok({ styles: [{ id: 'spec', name: '默认格式' }], formats: [] }),
    'GET /api/dataset_all': () => ok({ readingDataset: [], projectDataset: [], aiDataset: [] }),
  })
})
afterEach(cleanup)

const focused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))

test('the focus is in the text when the screen opens, and stays on the tab that chooses another use', async () => {
  showAt('/aiCitation', <AiCitationScreen />)
  await focused(await screen.findByLabelText('文稿'))
  const tab = screen.getByRole('tab', { name: '给文字配引文' })
  await act(async () => fireEvent.keyDown(tab, { key: 'ArrowRight' }))
  await screen.findByLabelText('参考文献清单')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: '核对参考文献' }))
})

test('a list that is compared gives the focus to the heading, and back to its field', async () => {
  showAt('/aiCitation?mode=check', <AiCitationScreen />)
  const field = await fill('参考文献清单', 'Hoare. Quicksort. 1962.')
  await focused(field)
  await press('开始核对')
  await screen.findByText(/^共 1 条/)
  await focused(screen.getByRole('heading', { level: 1 }))
  screen.getByRole('button', { name: '换一份清单' }).focus()
  await press('换一份清单')
  await focused(await screen.findByLabelText('参考文献清单'))
})

test('the result of a text opens with the focus on its heading, and keeps a place when it is through', async () => {
  useManuscript.setState({ draft: '甲。', text: '甲。', isRunning: true })
  showAt('/aiCitation/citationResult', <CitationResultScreen />)
  const heading = await screen.findByRole('heading', { level: 1 })
  await focused(heading)
  screen.getByRole('button', { name: /^取\s*消$/ }).focus()
  await act(async () => useManuscript.setState({ isRunning: false, done: 2 }))
  await focused(heading)
})
