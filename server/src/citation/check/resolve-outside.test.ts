import { api, type EngineId } from '@scinav/contract'
import { expect, test } from 'vitest'
import {
  type EngineAnswer,
  jsonAnswer,
  knownPaperAnswers,
  silentAnswer,
  statusAnswer,
} from '../../testing/engine-server.ts'
import { federatedSearchScene, graphPaper } from '../../testing/federated-search-scene.ts'
import { addPapers } from '../../testing/papers.ts'

type Answers = Parameters<typeof federatedSearchScene>[0]

async function scene(answers: Answers) {
  const all = await federatedSearchScene(answers)
  const check = (entries: string[], engines: EngineId[] = ['openalex', 'crossref']) =>
    all.ada.call(api.references.check, { entries, engines })
  return { ...all, check }
}

const ENTRY = 'Smith A. Graph networks[J]. 2021. DOI: 10.1000/graph.'

test('what the library lacks is found outside, with who has it, and can be taken in', async () => {
  const { check, ada } = await scene(knownPaperAnswers(graphPaper))
  const { list, engines } = await check(['Smith A. Graph networks[J]. Some Journal, 2021.'])
  expect(list).toMatchObject([
    {
      ...{ status: 'found', by: 'title', paper: null, fields: [], asked: ['local', 'openalex', 'crossref'] },
      outside: { title: 'Graph networks', doi: '10.1000/graph', engines: ['openalex', 'crossref'] },
    },
  ])
  expect(engines.map(({ id, state, count }) => [id, state, count])).toEqual([
    ['openalex', 'ok', 1],
    ['crossref', 'ok', 1],
  ])
  const kept = await ada.call(api.combine.keep, { keys: [list[0]?.outside?.key ?? ''] })
  const { list: again } = await check([ENTRY])
  expect(again).toMatchObject([{ status: 'found', paper: { id: kept.papers[0]?.paper_id }, outside: null }])
})

test('what an entry says otherwise than a record outside is named with both sides', async () => {
  const title = 'Graph networks of rivers in winter'
  const { check } = await scene(
    knownPaperAnswers(graphPaper, { ...graphPaper, title, doi: '10.1000/rivers', arxiv: '2101.00002' }),
  )
  const { list } = await check([
    'Smith A. Graph networks[J]. Some Journal, 2018.',
    `Jones B, Miller C. ${title}[J]. Some Journal, 2021.`,
    'Jones B, Miller C. Graph networks[J]. Some Journal, 2021.',
  ])
  expect(list).toMatchObject([
    { status: 'differs', fields: [{ field: 'year', given: '2018', found: '2021' }] },
    { status: 'differs', fields: [{ field: 'authors', found: 'Ann Smith' }] },
    { status: 'missing', outside: null },
  ])
})

/** Knows one work, by its DOI alone; it has been retracted. */
const byDoi: EngineAnswer = (url, response) => {
  const record = {
    ...{ id: 'https://openalex.org/W1', doi: 'https://doi.org/10.1000/graph', title: 'Graph networks' },
    ...{ type: 'article', publication_year: 2021, is_retracted: true },
    authorships: [{ author: { display_name: 'Ann Smith' } }],
  }
  jsonAnswer(url.pathname === '/works' ? { meta: { count: 0 }, results: [] } : record)(url, response)
}

test('an identifier that leads outside to another title is told, and nothing else is taken for the entry', async () => {
  const { check } = await scene({ openalex: byDoi })
  const { list } = await check([
    'Nobody N. Weather over small islands in winter[J]. 2019. DOI: 10.1000/graph.',
  ])
  expect(list).toMatchObject([
    { status: 'differs', by: 'doi', paper: null, outside_other: { title: 'Graph networks' } },
  ])
  expect((await check([ENTRY])).list).toMatchObject([
    { status: 'found', by: 'doi', outside: { title: 'Graph networks', status: 'retracted' } },
  ])
})

test('nobody outside is asked about what the library settles, nor by a Chinese title who has English alone', async () => {
  const { base, check, asked } = await scene(knownPaperAnswers(graphPaper))
  await addPapers(base, [{ title: 'Graph networks at home', publish_date: '2020' }])
  const { list } = await check(['Graph networks at home[J]. 2020.', '同上'])
  expect(list.map((each) => each.status)).toEqual(['found', 'unread'])
  expect(asked).toEqual([])

  const [chinese] = (await check(['王伟. 固态电解质的界面研究[J]. 2020.'], ['openalex', 'arxiv'])).list
  expect(chinese).toMatchObject({ status: 'missing', asked: ['local', 'openalex'] })
  expect(asked.map(({ engine }) => engine)).toEqual(['openalex'])
})

test('who fails, or is silent twice, is told and left alone for the rest of the list', async () => {
  const { check, asked } = await scene({
    ...knownPaperAnswers(),
    crossref: statusAnswer(500),
    openalex: silentAnswer,
  })
  const entries = [1, 2, 3].map(
    (n) => `Miller A. Riddles of the northern coast, part ${n}[J]. Folklore, 1999.`,
  )
  const { list, engines } = await check(entries, ['openalex', 'crossref', 'pubmed'])
  expect(list.map((each) => [each.status, each.asked])).toEqual(
    entries.map(() => ['unanswered', ['local', 'pubmed']]),
  )
  expect(engines.map(({ id, state, message }) => [id, state, message === null])).toEqual([
    ['openalex', 'slow', false],
    ['crossref', 'failed', false],
    ['pubmed', 'ok', true],
  ])
  const times = (id: string) => asked.filter(({ engine }) => engine === id).length
  expect([times('openalex'), times('crossref'), times('pubmed')]).toEqual([2, 1, 3])
})

test('entries that nobody is asked about any more, since the only engine failed, are unanswered', async () => {
  const { check, asked } = await scene({ crossref: statusAnswer(500) })
  const entries = [1, 2, 3].map((n) => `Miller A. Songs of the southern coast, part ${n}[J]. Folklore, 1999.`)
  const { list } = await check(entries, ['crossref'])
  expect(list.map((each) => each.status)).toEqual(entries.map(() => 'unanswered'))
  expect(asked).toHaveLength(1)
})

test('too many entries at once are refused', async () => {
  const { ada } = await scene(knownPaperAnswers(graphPaper))
  const entries = Array.from({ length: 11 }, () => ENTRY)
  expect(await ada.refusal(api.references.check, { entries, engines: ['openalex'] })).toMatchObject({
    problem: 'input.invalid',
  })
  expect((await ada.call(api.references.check, { entries })).engines).toEqual([])
})
