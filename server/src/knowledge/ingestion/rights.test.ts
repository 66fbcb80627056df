import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addTexts, type TestBrowser } from '../../testing/ingestion-scene.ts'
import { projectScene } from '../../testing/project-scene.ts'
import { scriptedParsing } from '../../testing/scripted-parsing.ts'

const { ingestion } = api

async function scene() {
  const { parsing } = scriptedParsing()
  const all = await projectScene({ providers: () => ({ parsing }) })
  const { owner, project_id } = all
  const { id: dataset_id } = await owner.call(api.datasets.create, { project_id, name: '共享' })
  const add = async (person: TestBrowser, text: string) =>
    (await addTexts(person, dataset_id, { 'a.txt': text }))[0]?.document?.id ?? ''
  return { ...all, dataset_id, add }
}

const rename = (document_id: string) => ({ document_id, operation: 'rename', name: '新名' })

test('a fault of the server is told as one, not as a document that there is not', async () => {
  const { add, owner, app } = await scene()
  const document_id = await add(owner, '一')
  await app.base.db.schema.alterTable('project_members').renameTo('lost_members').execute()
  expect(await owner.refusal(ingestion.parseFile, { document_id })).toMatchObject({ status: 500 })
})

test('a viewer may look and not write; a member sees to own files, a manager to all', async () => {
  const { dataset_id, add, owner, manager, member, viewer, app } = await scene()
  const [of_owner, of_member] = [await add(owner, '一'), await add(member, '二')]
  await app.runner.drain()
  const notAllowed = { status: 403, problem: 'dataset.not_allowed' }
  for (const [endpoint, input] of [
    [ingestion.add, { dataset_id }],
    [ingestion.check, { dataset_id, files: [{ size: 1 }] }],
    [ingestion.operate, rename(of_owner)],
    [ingestion.remove, { document_id: of_owner }],
  ] as const)
    expect(await viewer.refusal(endpoint, input), endpoint.path).toMatchObject(notAllowed)
  const parsed = await viewer.call(ingestion.parseFile, { document_id: of_owner })
  expect(parsed).toMatchObject({ state: 'ready' })
  expect(await viewer.call(ingestion.parseState, { parse_id: parsed.parse_id })).toMatchObject({
    page_count: 1,
  })
  expect(await viewer.call(ingestion.progress, { dataset_id, document_ids: [of_owner] })).toHaveLength(1)

  const notOwn = { status: 403, problem: 'document.not_own' }
  expect(await member.refusal(ingestion.operate, rename(of_owner))).toMatchObject(notOwn)
  expect(await member.refusal(ingestion.remove, { document_id: of_owner })).toMatchObject(notOwn)
  await member.call(ingestion.remove, { document_id: of_member })
  await manager.call(ingestion.operate, { document_id: of_member, operation: 'restore' })
  await manager.call(ingestion.remove, { document_id: of_owner })
  expect(
    await member.refusal(ingestion.operate, { document_id: of_owner, operation: 'restore' }),
  ).toMatchObject(notOwn)
})

test('a member is told that a file of the same name is not theirs to replace', async () => {
  const { dataset_id, add, owner, manager, member } = await scene()
  const document_id = await add(owner, '一')
  const files = [{ size: 3, path: 'a.txt' }]
  const same = async (person: TestBrowser) =>
    (await person.call(ingestion.check, { dataset_id, files })).files[0]?.same_name
  expect(await same(member)).toEqual({ document_id, may_replace: false })
  expect(await same(manager)).toEqual({ document_id, may_replace: true })
})

test("to a stranger a project's documents, parses and dataset look like none", async () => {
  const { dataset_id, add, owner, stranger } = await scene()
  const document_id = await add(owner, '一')
  const { parse_id } = await owner.call(ingestion.parseFile, { document_id })
  for (const [endpoint, input, problem] of [
    [ingestion.add, { dataset_id }, 'dataset.not_found'],
    [ingestion.check, { dataset_id, files: [{ size: 1 }] }, 'dataset.not_found'],
    [ingestion.bin, { dataset_id }, 'dataset.not_found'],
    [ingestion.progress, { dataset_id, document_ids: [document_id] }, 'dataset.not_found'],
    [ingestion.operate, rename(document_id), 'document.not_found'],
    [ingestion.remove, { document_id }, 'document.not_found'],
    [ingestion.parseFile, { document_id }, 'document.not_found'],
    [ingestion.parseState, { parse_id }, 'parse.not_found'],
  ] as const)
    expect(await stranger.refusal(endpoint, input), endpoint.path).toMatchObject({ status: 404, problem })
})

test('everybody reads a public knowledge base, and only who made it fills it', async () => {
  const { app, stranger } = await scene()
  const root = await app.logIn('Root')
  const { id: dataset_id } = await root.call(api.datasets.create, { kind: 'ai', name: '公共' })
  const [added] = await addTexts(root, dataset_id, { 'a.txt': '公开的' })
  const document_id = added?.document?.id ?? ''
  expect(await stranger.refusal(ingestion.add, { dataset_id })).toMatchObject({ status: 403 })
  expect(await stranger.refusal(ingestion.remove, { document_id })).toMatchObject({ status: 403 })
  expect(await stranger.call(ingestion.parseFile, { document_id })).toMatchObject({ document_id })
})

test('whether the same bytes lie elsewhere is told to nobody who may not look there', async () => {
  const { dataset_id, add, owner, stranger } = await scene()
  await add(owner, '秘密')
  const { createHash } = await import('node:crypto')
  const files = [{ size: 6, sha256: createHash('sha256').update('秘密').digest('hex') }]
  expect(await owner.call(ingestion.check, { dataset_id, files })).toMatchObject({
    files: [{ state: 'there', name: 'a.txt' }],
    room: { files: 199 },
  })
  const own = await stranger.call(api.datasets.create, { name: '自己的' })
  expect(await stranger.call(ingestion.check, { dataset_id: own.id, files })).toMatchObject({
    files: [{ state: 'new', document_id: null, name: null }],
  })
})
