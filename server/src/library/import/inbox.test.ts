import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/new-folder.ts'
import { testApp } from '../../testing/test-app.ts'
import { dropInInbox, watchInbox } from './inbox.ts'

test('files are handed over one after another, and none is seen before it is whole', () => {
  const data = newFolder()
  dropInInbox(data, ['/a/one.ris'], 'first')
  dropInInbox(data, ['/a/two.ris', '/a/three.ris'], 'second')

  const inbox = join(data, 'import-inbox')
  expect(readdirSync(inbox).toSorted()).toEqual(['first.json', 'second.json'])
  expect(JSON.parse(readFileSync(join(inbox, 'second.json'), 'utf8'))).toEqual({
    paths: ['/a/two.ris', '/a/three.ris'],
  })
})

test('of a list with a missing file the others are imported once, and what lies behind it is taken', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const inbox = join(app.folder, 'import-inbox')
  const file = (name: string) => {
    const path = join(app.folder, name)
    writeFileSync(path, `TY  - JOUR\nTI  - ${name}\nER  - \n`)
    return path
  }
  dropInInbox(app.folder, [file('one.ris'), join(app.folder, 'missing.ris'), file('two.ris')], '1')
  dropInInbox(app.folder, [], '2')
  writeFileSync(join(inbox, '2.json'), '{"paths":')
  dropInInbox(app.folder, [file('three.ris')], '3')
  watchInbox(app.base)
  await expect.poll(() => readdirSync(inbox)).toEqual(['2.json.damaged'])

  const { list } = await ada.call(api.library.imports, { page_num: 1, page_size: 20 })
  expect(list.map(({ file_name, state }) => [file_name, state]).toSorted()).toEqual([
    ['missing.ris', 'failed'],
    ['one.ris', 'queued'],
    ['three.ris', 'queued'],
    ['two.ris', 'queued'],
  ])
  expect(list.find(({ state }) => state === 'failed')?.error).toContain('找不到')
})

test('a list that was half queued when its process died goes on behind what is queued', async () => {
  const app = await testApp()
  const ada = await app.signUp('Ada')
  const inbox = join(app.folder, 'import-inbox')
  dropInInbox(app.folder, ['/none/one.ris', '/none/two.ris'], '1')
  writeFileSync(join(inbox, '1.json.queued'), '1')
  watchInbox(app.base)
  await expect.poll(() => readdirSync(inbox)).toEqual([])
  const { list } = await ada.call(api.library.imports, { page_num: 1, page_size: 20 })
  expect(list.map(({ file_name }) => file_name)).toEqual(['two.ris'])
})
