import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, ok } from '../../testing/fake-server.ts'
import { lastToast, press, showAt, undo } from '../../testing/show.tsx'
import { useToasts } from '../../ui/toasts/toast.state.ts'
import { CitationResultScreen } from './citation-result-screen.tsx'
import {
  addCitedPaper,
  INITIAL_MANUSCRIPT,
  removePaperEverywhere,
  useManuscript,
} from './manuscript.state.ts'
import type { CitedPaper } from './manuscript.ts'
import { markCitationUnneeded, startMatching } from './match-sentences.ts'

const TEXT = '甲的说法有出处。乙的说法有出处。丙的说法有出处。'
const sentences = [0, 8, 16].map((start) => ({ start, end: start + 8, need: 'yes', reason: '理由' }))
const paper = (id: string) => ({
  ...{ id, title: `题名 ${id}`, title_zh: null, authors_short: ['王伟'], publish_date: '2020' },
  ...{ basic_sourcename: '期刊', resource_type: 1, language: 'zh', status: 'normal' },
})
const strong = (at: number) => ({
  ...{ at, decision: 'strong', why: '与第二名相差明显', notes: [] },
  candidates: [
    {
      paper: paper(`p${at}`),
      outside: null,
      quote: '原句',
      document_id: null,
      page: null,
      score: 1,
      said: [],
    },
  ],
})

/** The stream of sentences, as far as it has come. */
let say: (event: string, data: object) => Promise<void>
let end: () => Promise<void>

beforeEach(async () => {
  sessionStorage.clear()
  useToasts.setState({ toasts: [] })
  useManuscript.setState({ ...INITIAL_MANUSCRIPT, draft: TEXT })
  let told = 0
  const stream = new ReadableStream<Uint8Array>({
    start(control) {
      say = (event, data) =>
        act(async () => {
          told += 1
          const frame = `id: ${told}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
          control.enqueue(new TextEncoder().encode(frame))
          await new Promise((resolve) => setTimeout(resolve, 5))
        })
      end = async () => {
        await say('done', { looked_up: 3, papers: 674 })
        control.close()
      }
    },
  })
  fakeServer({
    'POST /api/citation/match': () =>
      new Response(stream, { headers: { 'content-type': 'text/event-stream' } }),
    'POST /api/citation/list': () => ok({ list: [], missing: [] }),
    'GET /api/citation/styles': () => ok({ styles: [{ id: 'spec', name: '默认格式' }], formats: [] }),
  })
  void startMatching()
  showAt('/aiCitation/citationResult', <CitationResultScreen />)
  await say('sentences', { sentences })
})
afterEach(cleanup)

const cited = () => useManuscript.getState().sentences.map((one) => one.cited.map(({ id }) => id).join())

test('all clear firsts are taken, those too that are found after they were asked for', async () => {
  await screen.findByRole('button', { name: '采纳全部「强」（找到即采纳）' })
  await say('matched', strong(0))
  await press('采纳全部「强」（已有 1，之后的找到即采纳）')
  await waitFor(() => expect(cited()).toEqual(['p0', '', '']))
  await say('matched', strong(1))
  await waitFor(() => expect(cited()).toEqual(['p0', 'p1', '']))
  await say('matched', strong(2))
  await end()
  await waitFor(() => expect(lastToast()?.text).toBe('已采纳 3 处「强」'))
  expect(cited()).toEqual(['p0', 'p1', 'p2'])
  await undo()
  expect(cited()).toEqual(['', '', ''])
  expect(screen.getByRole('button', { name: '采纳全部「强」（3）' })).toBeTruthy()
})

test('what was left out by hand stays so, and none is taken after the person says so', async () => {
  await say('matched', strong(0))
  await press(/^采纳全部「强」/)
  await press('… 强')
  await press('不引')
  await say('matched', strong(1))
  await waitFor(() => expect(cited()).toEqual(['', 'p1', '']))
  await press('不再自动采纳「强」')
  await say('matched', strong(2))
  await end()
  await screen.findByRole('button', { name: '采纳全部「强」（2）' })
  expect(cited()).toEqual(['', 'p1', ''])
})

test('taking back keeps what was found since', async () => {
  await say('matched', strong(0))
  await press(/^采纳全部「强」/)
  await waitFor(() => expect(cited()).toEqual(['p0', '', '']))
  await act(async () => removePaperEverywhere('p0'))
  await say('matched', strong(1))
  await undo()
  expect(cited()).toEqual(['p0', 'p1', ''])
  expect(useManuscript.getState().sentences[1]?.found?.decision).toBe('strong')
})

const paperOf = (id: string) => paper(id) as CitedPaper

test('bringing a removed paper back keeps what was cited and decided since', async () => {
  for (const at of [0, 1, 2]) await say('matched', strong(at))
  await act(async () => {
    for (const at of [0, 1, 2]) addCitedPaper(at, paperOf('p0'))
  })
  await act(async () => addCitedPaper(0, paperOf('p9')))
  await act(async () => removePaperEverywhere('p0'))
  expect(cited()).toEqual(['p9', '', ''])
  await act(async () => {
    addCitedPaper(0, paperOf('p7'))
    addCitedPaper(1, paperOf('p8'))
    markCitationUnneeded(2)
  })
  await undo()
  expect(cited()).toEqual(['p0,p9,p7', 'p0,p8', ''])
})

test('nothing is brought back into another manuscript', async () => {
  await say('matched', strong(0))
  await act(async () => addCitedPaper(0, paperOf('p0')))
  await act(async () => removePaperEverywhere('p0'))
  await act(async () => useManuscript.setState({ text: '另一份文稿的第一句。' }))
  await undo()
  expect(cited()).toEqual(['', '', ''])
})
