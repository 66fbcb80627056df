import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'
import { definitions } from './application-files.ts'
import { getApplication } from './applications.ts'

const { tools } = api

async function scene() {
  const app = await testApp()
  return { app, ada: await app.signUp('Ada'), bob: await app.signUp('Bob') }
}

const idsOf = (list: { id: string }[]) => list.map((each) => each.id)

test('applications are found by category and by words, without what they tell the model', async () => {
  const { ada } = await scene()
  const all = await ada.call(tools.list, {})
  const categories = await ada.call(tools.categories, {})

  expect(idsOf(all)).not.toContain('screen_robot')
  expect(categories.reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
  for (const { id, count } of categories)
    expect(await ada.call(tools.list, { category_id: id })).toHaveLength(count)
  expect(idsOf(await ada.call(tools.list, { keyword: '润色 英文' }))).toEqual(['polish_en'])
  expect(await ada.call(tools.list, { category_id: 'nothing' })).toEqual([])
  const wire = (await ada.send(tools.list, {})).body
  for (const { prompts } of definitions) expect(wire).not.toContain(prompts.zh.slice(0, 20))
})

test('a mark shows in every list, the last one first, and goes again', async () => {
  const { app, ada, bob } = await scene()
  await ada.call(tools.mark, { tool_id: 'translation' })
  app.pass(1_000)
  await ada.call(tools.mark, { tool_id: 'out_deepl' })
  await ada.call(tools.mark, { tool_id: 'translation' })

  expect(idsOf(await ada.call(tools.mine, {}))).toEqual(['out_deepl', 'translation'])
  const marked = async (keyword: string) => (await ada.call(tools.list, { keyword }))[0]?.marked
  expect([await marked('翻译'), await marked('综述')]).toEqual([true, false])
  const [writing] = await ada.call(tools.external, { keyword: 'deepl' })
  expect(writing?.list).toMatchObject([{ id: 'out_deepl', marked: true, url: 'https://www.deepl.com' }])
  expect(await bob.call(tools.mine, {})).toEqual([])

  await ada.call(tools.setMark, { tool_id: 'translation', marked: false })
  await ada.call(tools.setMark, { tool_id: 'translation' })
  expect(idsOf(await ada.call(tools.mine, {}))).toEqual(['out_deepl'])
})

test('an application that does not exist cannot be marked, and a site outside cannot be talked to', async () => {
  const { app, ada } = await scene()
  const missing = { status: 404, problem: 'application.not_found' }
  expect(await ada.refusal(tools.mark, { tool_id: 'nothing' })).toMatchObject(missing)
  expect(await ada.refusal(tools.setMark, { tool_id: 'nothing', marked: true })).toMatchObject(missing)
  const actor = { id: ada.id, is_admin: true, organization: null, session_id: '' }
  const ctx = { db: app.base.db, config: app.base.config, actor }
  await expect(getApplication(ctx, 'out_deepl')).rejects.toThrow('没有找到这个应用')
  expect(await getApplication(ctx, 'polish_zh')).toMatchObject({ name: '中文润色', marked: false })
})

test('what lacks its model says so in every list, and no more when there is one', async () => {
  const missing = async (reader: Awaited<ReturnType<typeof scene>>['ada']) => {
    await reader.call(tools.mark, { tool_id: 'polish_zh' })
    const lists = [
      await reader.call(tools.list, {}),
      await reader.call(tools.mine, {}),
      await reader.call(tools.agents, { index_flag: true }),
    ]
    const opened = await reader.call(api.chat.open, { application_id: 'polish_zh' })
    expect((await reader.call(tools.knowledgeBaseAgent, {})).model_missing).toBe(false)
    return [...lists.map((list) => list.find(({ id }) => id === 'polish_zh')), opened.application].map(
      (one) => one?.model_missing,
    )
  }
  expect(await missing((await scene()).ada)).toEqual([true, true, true, true])
  const AI = { AI_BASE_URL: 'http://127.0.0.1:9/v1', AI_MODEL: 'any' }
  const app = await testApp({ env: AI })
  expect(await missing(await app.signUp('Ada'))).toEqual([false, false, false, false])
})

test('the home screen has its agents, the layout its default ones, a knowledge base its own', async () => {
  const { ada } = await scene()
  const home = await ada.call(tools.agents, { index_flag: true })
  expect(home.every((each) => each.index_flag)).toBe(true)
  expect(idsOf(home)).toContain('academic_qa')
  expect(idsOf(await ada.call(tools.agents, { index_flag: 'false' as unknown as boolean }))).toContain(
    'screen_robot',
  )
  const own = await ada.call(tools.agents, { index_flag: false })
  expect(own.some((each) => each.index_flag)).toBe(false)
  expect((await ada.call(tools.knowledgeBaseAgent, {})).type).toBe('dataset_chat')

  const dataset_id = await ada.call(api.datasets.privateId, {})
  const able = idsOf(await ada.call(tools.ofDataset, { dataset_id }))
  expect(able[0]).toBe('dataset_chat')
  expect(able).not.toContain('translation')
})

test('sites outside come by category, each with its address', async () => {
  const { ada } = await scene()
  const all = await ada.call(tools.external, {})
  expect(all.length).toBeGreaterThan(3)
  for (const { count, list } of all) {
    expect(list).toHaveLength(count)
    for (const each of list)
      expect(each).toMatchObject({ type: 'external', url: expect.stringMatching(/^https:/) })
  }
  expect(await ada.call(tools.external, { keyword: '没有这样的站点' })).toEqual([])
})

test('ready questions name the papers by their titles, without mark-up', async () => {
  const { app, ada } = await scene()
  const ids = await addPapers(app.base, ['H<sub>2</sub>O 的《相变》', 'Two', 'Three', 'Four', 'Five', 'Six'])
  const [first] = await ada.call(tools.prompt, { type: 'summary', paper_id_list: ids.slice(0, 2) })
  expect(first?.content).toContain('《H2O 的相变》《Two》')
  const [many] = await ada.call(tools.prompt, { type: 'compare', paper_id_list: ids })
  expect(many?.content).toContain('《Five》等 6 篇文献')
  expect(many?.content).not.toContain('Six')
  const [none] = await ada.call(tools.prompt, { type: 'review', paper_id_list: [] })
  expect(none?.content).toContain('这些文献')
  const unknown = { type: 'summary', paper_id_list: [ids[0], 'nobody'] }
  expect(await ada.refusal(tools.prompt, unknown)).toMatchObject({ status: 404, problem: 'paper.not_found' })
})

test('questions to begin with come from the texts themselves', async () => {
  const { app, ada } = await scene()
  const [one = '', two = ''] = await addPapers(app.base, [
    {
      title: '固态电池界面',
      keywords: ['界面阻抗', '固态电解质'],
      abstract:
        '本文用电化学阻抗谱的方法测量固态电解质的界面阻抗。结果表明，固态电解质变薄使界面阻抗降低一半，压力的影响不大。',
    },
    {
      title: '锂金属负极',
      keywords: ['枝晶', '固态电解质'],
      abstract:
        '本文采用原位显微镜的方法观察锂金属负极。结果表明，固态电解质抑制枝晶的生长，枝晶在晶界处最先出现。',
    },
  ])
  const about = (input: object) => ada.call(tools.questions, input)
  const single = await about({ paper_id_list: [one] })
  expect(single.length).toBeGreaterThanOrEqual(3)
  expect(single.length).toBeLessThanOrEqual(5)
  expect(single.join()).toMatch(/固态电池界面/)
  expect(single.join()).toMatch(/界面阻抗/)
  expect((await about({ paper_id_list: [one, two] })).join()).toContain('固态电解质')
  const [bare = ''] = await addPapers(app.base, ['一篇没有关键词的文献'])
  expect(await about({ paper_id_list: [bare] })).toHaveLength(3)
  expect(await ada.refusal(tools.questions, { paper_id_list: ['nobody'] })).toMatchObject({ status: 404 })

  const dataset_id = await ada.call(api.datasets.privateId, {})
  expect(await about({ dataset_id })).toHaveLength(3)
  await ada.call(api.datasets.keepPapers, {
    paper_id_list: [two],
    targets: [{ dataset_id, folder_id: null }],
  })
  expect((await about({ dataset_id })).join()).toContain('锂金属负极')
  expect((await about({ application_id: 'academic_qa' })).length).toBeGreaterThanOrEqual(3)
  expect(await ada.refusal(tools.questions, { application_id: 'nothing' })).toMatchObject({ status: 404 })
})
