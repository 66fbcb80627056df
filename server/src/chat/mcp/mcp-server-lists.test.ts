import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addSamplePapers, callTool, connectClient, mcpServerScene } from '../../testing/mcp-client.ts'

test('a client finds what its person has kept, in all lists and in one', async () => {
  const { app, url, lin, token } = await mcpServerScene()
  const [first = '', second = ''] = await addSamplePapers(app)
  const list = await lin.call(api.datasets.create, { name: '开题' })
  const other = await lin.call(api.datasets.create, { name: '备用' })
  const keep = (paper: string, dataset_id: string) =>
    lin.call(api.datasets.keepPapers, { paper_id_list: [paper], targets: [{ dataset_id, folder_id: null }] })
  await keep(first, list.id)
  await keep(second, other.id)
  const client = await connectClient(url, token)

  const lists = await callTool(client, 'list_my_datasets', { keyword: '开' })
  expect(lists.data).toMatchObject({ datasets: [{ id: list.id, name: '开题', document_count: 1 }] })
  const found = await callTool(client, 'search_my_datasets', { query: 'attention' })
  expect(found.data).toMatchObject({ total: 1, papers: [{ id: first }] })
  const all = await callTool(client, 'search_my_datasets', {})
  expect(all.data).toMatchObject({ total: 2 })
  const elsewhere = await callTool(client, 'search_my_datasets', { query: 'attention', dataset_id: other.id })
  expect(elsewhere.data).toMatchObject({ total: 0 })
})

test("another person's datasets are never seen, not even public ones or by their id", async () => {
  const { app, url, ada, token } = await mcpServerScene()
  const [paper = ''] = await addSamplePapers(app)
  const secret = await ada.call(api.datasets.create, { name: 'ADA-SECRET-LIST' })
  const open = await ada.call(api.datasets.create, { name: 'ADA-PUBLIC-BASE', kind: 'ai' })
  for (const { id: dataset_id } of [secret, open])
    await ada.call(api.datasets.keepPapers, {
      paper_id_list: [paper],
      targets: [{ dataset_id, folder_id: null }],
    })
  const client = await connectClient(url, token)

  expect(JSON.stringify(await callTool(client, 'list_my_datasets', {}))).not.toContain('ADA-')
  expect((await callTool(client, 'search_my_datasets', { query: 'attention' })).data).toMatchObject({
    total: 0,
  })
  for (const { id: dataset_id } of [secret, open])
    expect(await callTool(client, 'search_my_datasets', { dataset_id })).toEqual(
      await callTool(client, 'search_my_datasets', { dataset_id: 'nothing' }),
    )
  expect(await callTool(client, 'search_my_datasets', { dataset_id: secret.id })).toMatchObject({
    failed: true,
    text: '没有找到这个知识库或文献清单',
  })
})

test('datasets of a project are seen by its members alone, for as long as they are members', async () => {
  const { app, url, ada, lin, token } = await mcpServerScene()
  const [paper = ''] = await addSamplePapers(app)
  const { id: project_id } = await ada.call(api.projects.add, { name: '课题组' })
  await ada.call(api.projects.addMembers, { project_id, user_ids: [lin.id], role: 2 })
  const { id: dataset_id } = await lin.call(api.datasets.create, { name: 'TEAM-BASE', project_id })
  const targets = [{ dataset_id, folder_id: null }]
  await ada.call(api.datasets.keepPapers, { paper_id_list: [paper], targets })
  const client = await connectClient(url, token)

  expect(JSON.stringify(await callTool(client, 'list_my_datasets', {}))).toContain('TEAM-BASE')
  expect((await callTool(client, 'search_my_datasets', {})).data).toMatchObject({ total: 1 })
  await ada.call(api.projects.removeMembers, { project_id, user_ids: [lin.id] })
  expect(JSON.stringify(await callTool(client, 'list_my_datasets', {}))).not.toContain('TEAM-')
  expect((await callTool(client, 'search_my_datasets', {})).data).toMatchObject({ total: 0 })
  expect(await callTool(client, 'search_my_datasets', { dataset_id })).toMatchObject({ failed: true })
})
