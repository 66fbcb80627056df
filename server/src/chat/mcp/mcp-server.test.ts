import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addDocument, line } from '../../testing/documents.ts'
import { addSamplePapers, callTool, connectClient, mcpServerScene } from '../../testing/mcp-client.ts'
import { addSubjectPapers, QUESTION } from '../../testing/research-scene.ts'
import { toolsFor } from './tools.ts'

test('a client connects, sees the tools in two languages with their schemas, and which of them reads only', async () => {
  const { url, token } = await mcpServerScene()
  const client = await connectClient(url, token)

  expect(client.getServerVersion()).toMatchObject({ name: 'scinav', title: '科学导航' })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'search_papers',
    'get_paper',
    'cite',
    'check_references',
    'suggest_citations',
    'list_my_datasets',
    'search_my_datasets',
    'read_document',
    'search_my_files',
    'read_passage',
    'deep_research',
  ])
  for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
    expect(description).toMatch(/[\u4e00-\u9fff][\s\S]*[a-z]{4}/)
    expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object'])
    expect(annotations?.readOnlyHint).toBe(name !== 'deep_research')
  }
})

test('a client searches with the query language, filters and pages', async () => {
  const { app, url, token } = await mcpServerScene()
  await addSamplePapers(app)
  const client = await connectClient(url, token)

  const both = await callTool(client, 'search_papers', { query: 'title:attention', sort: 'date' })
  expect(both.data).toMatchObject({
    total: 2,
    page: 1,
    papers: [{ publish_date: '2021' }, { publish_date: '2015' }],
  })
  expect(both.text).toContain('1. Attention for graphs')
  expect(both.text).toContain('【已撤稿】Attention and memory')
  const late = await callTool(client, 'search_papers', { query: 'attention', year_from: 2020 })
  expect(late.data).toMatchObject({ total: 1, papers: [{ doi: '10.1234/graph.1' }] })
  const second = await callTool(client, 'search_papers', { query: '', page: 2, page_size: 2 })
  expect(second.data).toMatchObject({ total: 3, page: 2, papers: [{}] })
  const partly = await callTool(client, 'search_papers', { query: 'graphs zebras' })
  expect(partly.data).toMatchObject({
    total: 0,
    total_partial: 1,
    papers: [{ title: 'Attention for graphs' }],
  })
  expect(partly.text).toContain('共 0 篇，另有 1 篇部分匹配，第 1 页：')
  const byDoi = await callTool(client, 'search_papers', { query: 'https://doi.org/10.1234/GRAPH.1' })
  expect(byDoi.data).toMatchObject({ total: 1, papers: [{ title: 'Attention for graphs' }] })
})

test.each(['中', 'a@', 'a/', '('])(
  'attack 35: a client that searches for %s without end finds nothing',
  async (sign) => {
    const { app, url, token } = await mcpServerScene()
    await addSamplePapers(app)
    const client = await connectClient(url, token)
    const query = `${sign.repeat(2_000).slice(0, 1_990)}zz`

    const { data } = await callTool(client, 'search_papers', { query })
    expect(data).toMatchObject({ total: 0, papers: [] })
  },
)

test('a client reads one paper whole', async () => {
  const { app, url, token } = await mcpServerScene()
  const [id] = await addSamplePapers(app)
  const client = await connectClient(url, token)

  const { data, text } = await callTool(client, 'get_paper', { paper_id: id })
  expect(data).toMatchObject({
    paper: { id, authors: ['Wei Wang'], source: 'Journal of Graphs', citation_count: 7 },
  })
  expect(text).toContain('We study attention.')
})

test('a client gets references in a style and as BibTeX, and hears which papers do not exist', async () => {
  const { app, url, token } = await mcpServerScene()
  const [id] = await addSamplePapers(app)
  const client = await connectClient(url, token)

  const apa = await callTool(client, 'cite', { paper_ids: [id, 'nothing'], style: 'apa-7' })
  expect(apa.text).toContain('Attention for')
  expect(apa.data).toMatchObject({ style: 'apa-7', missing: ['nothing'] })
  const bibtex = await callTool(client, 'cite', { paper_ids: [id], format: 'bibtex' })
  expect(bibtex.text).toMatch(/^@\w+\{/)
})

test('a client reads a document page by page, and none of somebody else', async () => {
  const { app, url, lin, token } = await mcpServerScene()
  const ada = await app.signUp('Stranger')
  const documentOf = async (person: typeof ada) => {
    const { id: dataset_id } = await person.call(api.datasets.create, { name: '资料' })
    const blocks = [line('First page.'), line(`Second ${'x'.repeat(9_000)}`, 2)]
    return addDocument(app.base, { dataset_id, creator_id: person.id }, blocks)
  }
  const own = await documentOf(lin)
  const strange = await documentOf(ada)
  const client = await connectClient(url, token)

  const { data, text } = await callTool(client, 'read_document', { document_id: own.document_id })

  expect(data).toMatchObject({
    version: own.parse_id,
    page_count: 2,
    next: null,
    blocks: [{ page: 1 }, { page: 2 }],
  })
  expect(text).toContain('[p. 2]\nSecond xxx')
  expect(text.length).toBeLessThan(5_000)
  expect(await callTool(client, 'read_document', { document_id: strange.document_id })).toEqual(
    await callTool(client, 'read_document', { document_id: 'nothing' }),
  )
})

test('wrong arguments, unknown tools and unknown papers are answered with what is wrong', async () => {
  const { url, token } = await mcpServerScene()
  const client = await connectClient(url, token)

  const wrong = await callTool(client, 'search_papers', { query: 'x', page_size: 500, year_from: 'old' })
  expect(wrong).toMatchObject({ failed: true })
  expect(wrong.text).toMatch(/参数有误.*year_from.*page_size/)
  expect(await callTool(client, 'get_paper', { paper_id: 'nothing' })).toMatchObject({
    failed: true,
    text: '没有找到这篇文献',
  })
  await expect(client.callTool({ name: 'drop_tables', arguments: {} })).rejects.toThrow('Unknown tool')
})

test('a client has references compared, and hears what differs', async () => {
  const { app, url, token } = await mcpServerScene()
  await addSamplePapers(app)
  const client = await connectClient(url, token)
  const { data, text } = await callTool(client, 'check_references', {
    references: ['Wang W. Attention for graphs[J]. Journal of Graphs, 1999. doi:10.1234/graph.1', 'x'],
  })
  expect(data).toMatchObject({
    references: [
      { status: 'differs', title: 'Attention for graphs', differences: [{ field: 'year', given: '1999' }] },
      { status: 'unread', paper_id: null },
    ],
  })
  expect(text).toContain('【有出入】')
})

test('a client is told which sentences need a source, and which paper may be it', async () => {
  const { app, url, token } = await mcpServerScene()
  await addSamplePapers(app)
  const client = await connectClient(url, token)
  const { data, text } = await callTool(client, 'suggest_citations', {
    text: 'Attention for graphs reads every neighbour of a node. We propose another way.',
  })
  expect(data).toMatchObject({
    sentences: [
      { need: 'yes', candidates: [{ title: 'Attention for graphs' }] },
      { need: 'no', decision: null, candidates: [] },
    ],
  })
  expect(text).toContain('Attention for graphs')
})

test('a client has a question researched, and gets the report with its references', async () => {
  const { app, url, token } = await mcpServerScene()
  await addSubjectPapers(app)
  const client = await connectClient(url, token)
  const { data, text } = await callTool(client, 'deep_research', { question: QUESTION })
  expect(data).toMatchObject({
    state: 'completed',
    label: '原文摘录',
    references: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }],
  })
  expect(text).toContain('## 局限与未覆盖')
  expect(text).toContain('## 参考文献')
  const again = await callTool(client, 'deep_research', { run_id: data.run_id })
  expect(again.text).toBe(text)
  expect(await callTool(client, 'deep_research', { run_id: 'x' })).toMatchObject({
    failed: true,
    text: '没有找到这项研究',
  })
})

test('the report on an English question has English headings', async () => {
  const { app, url, token } = await mcpServerScene()
  await addSubjectPapers(app)
  const client = await connectClient(url, token)
  const { text } = await callTool(client, 'deep_research', {
    question: 'How does attention help translation?',
  })
  expect(text).toContain('## References')
  expect(text).not.toContain('参考文献')
})

test('the product can be added to itself as a server of tools, with a token in a header', async () => {
  const { app, url, ada, lin, token } = await mcpServerScene()
  await addSamplePapers(app)
  const secrets = [{ name: 'Authorization', value: `Bearer ${token}` }]
  const { id } = await ada.call(api.mcp.save, {
    name: '本站',
    url: url.href,
    inside: true,
    trusted: true,
    secrets,
  })
  const { ok, server } = await ada.call(api.mcp.test, { id })
  expect([ok, server.found?.tools.length]).toEqual([true, 11])
  await ada.call(api.mcp.approve, { id, hash: server.found?.hash ?? '' })
  await lin.call(api.mcp.enable, { id, enabled: true })

  const tools = await toolsFor({ ...app.base, actor: { id: lin.id } }, [id])
  expect(tools.map(({ writes }) => writes)).toEqual([...Array(10).fill(false), true])
  const search = tools.find(({ name }) => name.endsWith('__search_papers'))
  const answer = await search?.run({ query: 'graphs' }, new AbortController().signal)
  expect(answer).toContain('Attention for graphs')
})
