import { api } from '@scinav/contract'
import type { Block } from '@scinav/documents'
import { expect, test } from 'vitest'
import { addDocument, heading, line } from '../../testing/documents.ts'
import { type KnownPaper, knownPaperAnswers, statusAnswer } from '../../testing/engine-server.ts'
import { federatedSearchScene, graphPaper } from '../../testing/federated-search-scene.ts'
import { callTool, connectClient, mcpUrl } from '../../testing/mcp-client.ts'
import { addPapers } from '../../testing/papers.ts'

/** A program with a token of Lin, whose library can ask engines outside. */
async function scene(...answers: Parameters<typeof federatedSearchScene>) {
  const all = await federatedSearchScene(...answers)
  const lin = await all.signUp('Lin')
  const { token } = await lin.call(api.tokens.create, { name: 'client' })
  const client = await connectClient(await mcpUrl(all), token)
  const documentOf = async (person: typeof lin, texts: string[]) => {
    const { id: dataset_id } = await person.call(api.datasets.create, { name: '资料' })
    const entries = texts.map((text): Block => ({ ...line(text, 2), type: 'reference' }))
    const blocks = [heading('References', 2), ...entries]
    return (await addDocument(all.base, { dataset_id, creator_id: person.id }, blocks)).document_id
  }
  return { ...all, lin, client, documentOf }
}

const squad: KnownPaper = {
  title: 'SQuAD: Questions for Machine Comprehension of Text',
  author: 'Pranav Rajpurkar',
  year: 2016,
  doi: '10.1000/squad',
}

/** How many references were compared, and where to go on. */
function extentOf({ data }: { data: object }) {
  const { references, next } = data as { references: unknown[]; next: number | null }
  return [references.length, next]
}

const ENTRY = 'Smith A. Graph networks[J]. Some Journal, 2021.'

test('engines are asked about references only where they are named; each is told as it did', async () => {
  const { client, asked } = await scene({ ...knownPaperAnswers(graphPaper), crossref: statusAnswer(500) })
  const alone = await callTool(client, 'check_references', { references: [ENTRY] })
  expect(alone.data).toMatchObject({
    total: 1,
    next: null,
    engines: [],
    references: [{ status: 'missing', outside: null, asked: ['local'] }],
  })
  expect(asked).toEqual([])

  const engines = ['openalex', 'crossref']
  const { data, text } = await callTool(client, 'check_references', { references: [ENTRY], engines })
  expect(data).toMatchObject({
    engines: [
      { id: 'openalex', state: 'ok' },
      { id: 'crossref', state: 'failed', message: expect.stringContaining('HTTP 500') },
    ],
    references: [
      {
        ...{ status: 'found', paper_id: null, title: 'Graph networks', asked: ['local', 'openalex'] },
        outside: { doi: '10.1000/graph', engines: ['openalex'] },
      },
    ],
  })
  expect(text).toContain('Crossref 出错了')
  expect(text).toContain('本馆文献中没有，来自 openalex')
})

test('of a longer list as many are compared as one call may, and the next call goes on', async () => {
  const { client, base } = await scene(knownPaperAnswers(graphPaper))
  await addPapers(base, [{ title: 'Graph networks at home', publish_date: '2020' }])
  const references = Array.from({ length: 52 }, () => 'Graph networks at home[J]. 2020.')
  const check = (more: object) => callTool(client, 'check_references', { references, ...more })
  const first = await check({})
  expect(extentOf(first)).toEqual([50, 50])
  expect(first.text).toContain('from 50')
  expect(extentOf(await check({ from: 50 }))).toEqual([2, null])
  const engines = ['openalex']
  expect(extentOf(await check({ from: 45, engines }))).toEqual([7, null])
  expect(extentOf(await check({ engines }))).toEqual([10, 10])
})

test('the list of a document is compared by its name; nobody else’s, and a text without one says so', async () => {
  const { client, lin, ada, documentOf } = await scene()
  const document_id = await documentOf(lin, [ENTRY, 'Miller A. Riddles of the northern coast[J]. 1999.'])
  const { data, text } = await callTool(client, 'check_references', { document_id, from: 1 })
  expect(data).toMatchObject({
    ...{ title: 'A study', total: 2, left_out: 0, note: null },
    references: [{ reference: expect.stringMatching(/^Miller/), status: 'missing' }],
  })
  expect(text).toMatch(/《A study》文末有 2 条.*\n2\. 【未找到】Miller/)

  const strange = await documentOf(ada, [ENTRY])
  const refused = await callTool(client, 'check_references', { document_id: strange })
  expect(refused).toEqual(await callTool(client, 'check_references', { document_id: 'nothing' }))
  expect(refused).toMatchObject({ failed: true, text: '没有找到这份文档' })

  const bare = await callTool(client, 'check_references', { document_id: await documentOf(lin, []) })
  expect(bare.data).toMatchObject({
    total: 0,
    references: [],
    note: expect.stringContaining('没有在文中找到'),
  })
  const both = await callTool(client, 'check_references', { document_id, references: [ENTRY] })
  expect(both).toMatchObject({ failed: true, text: expect.stringContaining('三者选一') })
})

test('engines have candidates for sentences where they are named, and who gives no answer is told and left alone', async () => {
  const { client, asked } = await scene({ ...knownPaperAnswers(squad), crossref: statusAnswer(500) })
  const text = 'Readers are trained on SQuAD since years. Volcanoes of SQuAD erupt beneath glaciers.'
  await callTool(client, 'suggest_citations', { text })
  expect(asked).toEqual([])

  const { data, text: told } = await callTool(client, 'suggest_citations', {
    text,
    engines: ['openalex', 'crossref'],
  })
  expect(data).toMatchObject({
    sentences: [
      {
        need: 'yes',
        candidates: [{ paper_id: null, title: squad.title, outside: { doi: squad.doi } }],
      },
      { need: 'yes' },
    ],
    engines: [
      { id: 'openalex', state: 'ok' },
      { id: 'crossref', state: 'failed' },
    ],
  })
  expect(told).toContain('本馆文献中没有，来自 openalex')
  expect(asked.filter(({ engine }) => engine === 'crossref')).toHaveLength(1)
})

test('where the operator keeps engines or the screen closed, the tools say so', async () => {
  const { client, ada, asked } = await scene(knownPaperAnswers(graphPaper), { off: true })
  const closed = await callTool(client, 'check_references', { references: [ENTRY], engines: ['openalex'] })
  expect(closed.data).toMatchObject({
    references: [{ status: 'unanswered', asked: ['local'] }],
    engines: [{ id: 'openalex', state: 'failed', message: '管理员关闭了站外检索来源' }],
  })
  expect(asked).toEqual([])

  const stopped = [{ path: '/aiCitation', roles: ['user' as const], organizations: [] }]
  await ada.call(api.admin.setMenus, { stopped })
  const refused = { failed: true, text: expect.stringMatching(/没有使用这一功能的权限/) }
  expect(await callTool(client, 'check_references', { references: [ENTRY] })).toMatchObject(refused)
  expect(await callTool(client, 'suggest_citations', { text: 'Graphs are everywhere.' })).toMatchObject(
    refused,
  )
})

test('an engine that nobody knows is refused', async () => {
  const { client } = await scene()
  const strange = await callTool(client, 'check_references', { references: [ENTRY], engines: ['local'] })
  expect(strange).toMatchObject({ failed: true, text: expect.stringMatching(/参数有误.*engines/) })
})
