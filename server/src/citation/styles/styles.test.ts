import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { STYLE_FILE } from '../../testing/cases/citation.ts'
import { addPapers } from '../../testing/papers.ts'
import { testApp } from '../../testing/test-app.ts'
import { openPrintThread } from './open-print-thread.ts'

const names = (list: { name: string }[]) => list.map(({ name }) => name)

test('A reader installs a style, prints lists in it and removes it; nobody else sees it', async () => {
  const app = await testApp()
  const [, bo, cai] = [await app.signUp('Ada'), await app.signUp('Bob'), await app.signUp('Cai')]
  const paper_id_list = await addPapers(app.base, ['Lakes', 'Rivers'])
  const installed = await bo.call(api.citationStyles.install, { xml: STYLE_FILE })
  expect(installed).toMatchObject({ name: '示例样式', system: 'numeric', shared: false, removable: true })
  const { styles } = await bo.call(api.citation.styles, {})
  expect(names(styles.filter((each) => each.installed))).toEqual(['示例样式'])
  expect(names((await cai.call(api.citation.styles, {})).styles)).not.toContain('示例样式')
  const style = installed.id
  const { items } = await bo.call(api.citation.preview, { paper_id_list, style })
  expect(items.map((item) => item.replace(/\. .*\. /, '. … '))).toEqual([
    expect.stringMatching(/^\[1\] .*Lakes\.$/),
    expect.stringMatching(/^\[2\] .*Rivers\.$/),
  ])
  const sources = paper_id_list.map((paper_id) => ({ key: paper_id, paper_id }))
  const { list } = await bo.call(api.citing.list, { sources, style })
  expect(list.map(({ mark }) => mark)).toEqual(['[1]', '[2]'])
  expect(await cai.refusal(api.citation.preview, { paper_id_list, style })).toMatchObject({
    problem: 'citation.unknown_style',
  })
  expect(await cai.refusal(api.citationStyles.remove, { id: style })).toMatchObject({
    problem: 'citation_style.not_found',
  })
  await bo.call(api.citationStyles.remove, { id: style })
  expect((await bo.call(api.citationStyles.installed, {})).list).toEqual([])
})

test('A file of the same style replaces it', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const first = await ada.call(api.citationStyles.install, { xml: STYLE_FILE })
  const renamed = STYLE_FILE.replace('示例样式', '示例样式（修订）')
  const second = await ada.call(api.citationStyles.install, { xml: renamed })
  expect(second).toMatchObject({ id: first.id, name: '示例样式（修订）' })
  expect((await ada.call(api.citationStyles.installed, {})).list).toHaveLength(1)
})

test('Only operators install and remove styles for everyone', async () => {
  const app = await testApp()
  const [ada, bo] = [await app.signUp('Ada'), await app.signUp('Bob')]
  const input = { xml: STYLE_FILE, shared: true }
  expect(await bo.refusal(api.citationStyles.install, input)).toMatchObject({ problem: 'operator.required' })
  const { id } = await ada.call(api.citationStyles.install, input)
  expect((await bo.call(api.citationStyles.installed, {})).list).toMatchObject([
    { id, shared: true, removable: false },
  ])
  expect(await bo.refusal(api.citationStyles.remove, { id })).toMatchObject({ problem: 'operator.required' })
  await ada.call(api.citationStyles.remove, { id })
})

test('A file that is no style is refused with its reason', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const refusal = await ada.refusal(api.citationStyles.install, { xml: '<style><citation></style>' })
  expect(JSON.stringify(refusal)).toContain('不是有效的 XML')
})

test('Styles and locales in the folder of the installation are there for everyone', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const folder = join(app.base.config.DATA_DIR, 'styles')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'school.csl'), STYLE_FILE.replace('示例样式', '学校样式'))
  writeFileSync(join(folder, 'broken.csl'), '<style>')
  const { list } = await ada.call(api.citationStyles.installed, {})
  expect(list).toMatchObject([{ name: '学校样式', shared: true, removable: false, created_at: null }])
})

test('A sample shows six entries and how a text cites them', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const sample = await ada.call(api.citationStyles.sample, { xml: STYLE_FILE })
  expect(sample.citations).toEqual(['[1]', '[2]', '[3]', '[4]', '[5]', '[6]'])
  expect(sample.entries[2]).toBe('[3] 程知微. 沉积学导论.')
})

test('Works whose imported ids are equal are all printed and exported', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { id: style } = await ada.call(api.citationStyles.install, { xml: STYLE_FILE })
  const csl = { id: 'ITEM-1', type: 'article-journal' }
  const titles = ['Lakes', 'Rivers', 'Springs']
  const paper_id_list = await addPapers(
    app.base,
    titles.map((title) => ({ title, csl })),
  )
  for (const format of ['text', 'md', 'ris', 'bibtex', 'csl', 'csv'] as const) {
    const { text } = await ada.call(api.citation.export, { paper_id_list, style, format })
    expect(titles.filter((title) => !text.includes(title))).toEqual([])
  }
})

test('Formats without a style hold the works in the order given, whatever an installed style lists', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const xml = STYLE_FILE.replace('<bibliography>', '<bibliography><sort><key variable="title"/></sort>')
  const { id: style } = await ada.call(api.citationStyles.install, { xml })
  const paper_id_list = await addPapers(app.base, ['Rivers', 'Lakes'])
  const titlesIn = async (format: 'text' | 'ris') =>
    (await ada.call(api.citation.export, { paper_id_list, style, format })).text.match(/Rivers|Lakes/g)
  expect(await titlesIn('text')).toEqual(['Lakes', 'Rivers'])
  expect(await titlesIn('ris')).toEqual(['Rivers', 'Lakes'])
})

test('Whatever is printed in an installed style is printed apart', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { id: style } = await ada.call(api.citationStyles.install, { xml: STYLE_FILE })
  const paper_id_list = await addPapers(app.base, ['Lakes'])
  const sources = paper_id_list.map((paper_id) => ({ key: 'a', paper_id }))
  let threads = 0
  const count = () => {
    threads += 1
  }
  process.on('worker', count)
  await ada.call(api.citationStyles.sample, { id: style })
  await ada.call(api.citation.preview, { paper_id_list, style })
  await ada.call(api.citation.export, { paper_id_list, style })
  await ada.call(api.citing.list, { sources, style })
  await ada.call(api.citing.write, { text: 'Water [@a].', sources, style, format: 'text' })
  process.off('worker', count)
  expect(threads).toBe(5)
})

test.each([
  [
    'is over the size',
    STYLE_FILE.replace('<info>', `<!--${'x'.repeat(1024 * 1024)}--><info>`),
    '文件超过 1 MB',
  ],
  ['is no style any more', STYLE_FILE.replace(/<citation[\s\S]*<\/citation>/, ''), '样式缺少 citation'],
])('A stored file that %s is refused with the reason and what to do', async (_, xml, reason) => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const { id: style } = await ada.call(api.citationStyles.install, { xml: STYLE_FILE })
  await app.base.db.updateTable('citation_styles').set({ xml }).where('id', '=', style).execute()
  const paper_id_list = await addPapers(app.base, ['Lakes'])
  const refused = {
    status: 422,
    problem: 'citation_style.unusable',
    message: `这个样式文件不能使用：${reason}。请换一种格式，或在「引用格式」里删除它并上传修改过的文件`,
  }

  expect(await ada.refusal(api.citationStyles.sample, { id: style })).toMatchObject(refused)
  expect(await ada.refusal(api.citation.preview, { paper_id_list, style })).toMatchObject(refused)
  expect(await ada.refusal(api.citation.export, { paper_id_list, style })).toMatchObject(refused)
})

test.each([
  ['time', { milliseconds: 1, megabytes: 512 }],
  ['memory', { milliseconds: 60_000, megabytes: 4 }],
])('Printing that takes too much %s is stopped and says so', async (_, limits) => {
  // The thread gives no answer until it is asked to print.
  const thread = await openPrintThread<object, unknown>(
    new URL('../export/print-thread.ts', import.meta.url),
    limits,
  )
  await expect(thread.print({ sources: [] })).rejects.toMatchObject({ id: 'citation_style.over_limit' })
  await thread.end()
})
