import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { addTexts } from '../../testing/ingestion-scene.ts'
import { addPapers } from '../../testing/papers.ts'
import { projectScene } from '../../testing/project-scene.ts'
import { scriptedParsing } from '../../testing/scripted-parsing.ts'

const { datasets, projects } = api
const page = { current_page: 1, page_size: 20 }

type Scene = Awaited<ReturnType<typeof projectScene>>
type Person = Scene['owner']

/** The project with a knowledge base in which the owner and the member have put a paper each. */
async function baseScene() {
  const scene = await projectScene()
  const { id: dataset_id } = await scene.manager.call(datasets.create, {
    name: '综述',
    project_id: scene.project_id,
  })
  const [of_owner = '', of_member = ''] = await addPapers(scene.app.base, ['Owner paper', 'Member paper'])
  await keep(scene.owner, dataset_id, of_owner)
  await keep(scene.member, dataset_id, of_member)
  const { list } = await scene.viewer.call(datasets.documents, { dataset_id, ...page })
  const documentOf = (paper: string) => list.find(({ paper_id }) => paper_id === paper)?.id ?? ''
  return { ...scene, dataset_id, of_owner, of_member, documentOf }
}

const keep = (person: Person, dataset_id: string, paper_id: string) =>
  person.call(datasets.keepPapers, { paper_id_list: [paper_id], targets: [{ dataset_id, folder_id: null }] })

test('everybody in a project reads its knowledge bases, nobody else learns of them', async () => {
  const { owner, viewer, stranger, dataset_id, project_id } = await baseScene()
  const seen = await viewer.call(datasets.all, {})
  expect(seen.projectDataset).toMatchObject([
    {
      project_id,
      project_name: '固态电池',
      my_role: 4,
      datasets: [{ id: dataset_id, kind: 'project', visibility: 'project', my_role: 4, document_count: 2 }],
    },
  ])
  expect(await viewer.call(datasets.projectTree, {})).toEqual(seen.projectDataset)
  expect((await viewer.call(datasets.page, { ...page, kind: 'project' })).list).toMatchObject([
    { id: dataset_id },
  ])
  expect((await owner.call(datasets.all, {})).projectDataset[0]?.datasets[0]?.my_role).toBe(1)

  const other = await stranger.call(datasets.all, {})
  expect(other.projectDataset).toEqual([])
  expect((await stranger.call(datasets.page, { ...page, keyword: '综述' })).total).toBe(0)
  expect(await stranger.refusal(datasets.documents, { dataset_id, ...page })).toEqual(
    await stranger.refusal(datasets.documents, { dataset_id: 'none', ...page }),
  )
})

test('a project without knowledge bases shows where it is asked for', async () => {
  const { viewer, project_id } = await projectScene()
  expect(await viewer.call(datasets.projectTree, {})).toEqual([])
  expect(await viewer.call(datasets.projectTree, { show_empty_project: true })).toEqual([
    { project_id, project_name: '固态电池', my_role: 4, datasets: [] },
  ])
})

test('managers make knowledge bases in a project, members and viewers do not', async () => {
  const { manager, member, viewer, project_id } = await projectScene()
  const made = await manager.call(datasets.create, { name: '综述', project_id })
  expect(made).toMatchObject({ kind: 'project', project_id, my_role: 2 })
  for (const person of [member, viewer])
    expect(await person.refusal(datasets.create, { name: '综述', project_id })).toMatchObject({
      status: 403,
      problem: 'project.not_allowed',
    })
  expect(await manager.refusal(datasets.create, { name: '综述', kind: 'project' })).toMatchObject({
    data: { issues: [{ path: 'project_id' }] },
  })
  expect(await manager.refusal(datasets.create, { name: '综述', kind: 'reading', project_id })).toMatchObject(
    {
      data: { issues: [{ path: 'kind' }] },
    },
  )
})

test('members add, and change what they added; managers change everything', async () => {
  const { manager, member, dataset_id, of_owner, of_member, documentOf } = await baseScene()
  const foreign = { dataset_id, document_ids: [documentOf(of_owner), documentOf(of_member)] }
  const own = { dataset_id, document_ids: [documentOf(of_member)] }
  const folder = await member.call(datasets.saveFolder, { dataset_id, parent_id: null, name: '电解质' })
  const into = { folder_ids: [], target_folder_id: folder.id }
  const notOwn = { status: 403, problem: 'document.not_own' }
  const notAllowed = { status: 403, problem: 'dataset.not_allowed' }

  expect(await member.refusal(datasets.move, { ...foreign, ...into })).toMatchObject(notOwn)
  await member.call(datasets.move, { ...own, ...into })
  await manager.call(datasets.move, { ...foreign, ...into })
  expect(await member.refusal(datasets.removeFromFolder, { ...foreign, folder_id: folder.id })).toMatchObject(
    notOwn,
  )
  expect(await member.refusal(datasets.removeDocuments, foreign)).toMatchObject(notOwn)
  expect(await member.refusal(datasets.dropPapers, { dataset_id, paper_id_list: [of_owner] })).toMatchObject(
    notOwn,
  )
  const refused = [
    [datasets.saveFolder, { id: folder.id, parent_id: null, name: '新名' }],
    [datasets.removeFolders, { folder_ids: [folder.id] }],
    [datasets.restoreFolders, { folder_ids: [folder.id] }],
    [datasets.move, { folder_ids: [folder.id], document_ids: [], target_folder_id: null }],
    [datasets.change, { name: '新名' }],
    [datasets.remove, {}],
    [datasets.operate, { operation: 'move' }],
  ] as const
  for (const [endpoint, rest] of refused)
    expect(await member.refusal(endpoint, { dataset_id, ...rest }), endpoint.path).toMatchObject(notAllowed)

  await member.call(datasets.removeDocuments, own)
  await manager.call(datasets.removeDocuments, { dataset_id, document_ids: [documentOf(of_owner)] })
  await manager.call(datasets.removeFolders, { dataset_id, folder_ids: [folder.id] })
  expect((await manager.call(datasets.documents, { dataset_id, ...page })).total).toBe(0)
})

test('attack 20: a viewer of a project tries every write in its knowledge base and is refused', async () => {
  const { viewer, manager, dataset_id, of_owner, documentOf } = await baseScene()
  const folder = await manager.call(datasets.saveFolder, { dataset_id, parent_id: null, name: '一' })
  const document_ids = [documentOf(of_owner)]
  const targets = [{ dataset_id, folder_id: null }]
  const writes = [
    [datasets.change, { dataset_id, name: '我的' }],
    [datasets.remove, { dataset_id }],
    [datasets.operate, { dataset_id, operation: 'move' }],
    [datasets.saveFolder, { dataset_id, parent_id: null, name: '我的' }],
    [datasets.removeFolders, { dataset_id, folder_ids: [folder.id] }],
    [datasets.move, { dataset_id, folder_ids: [], document_ids, target_folder_id: folder.id }],
    [datasets.keepPapers, { paper_id_list: [of_owner], targets }],
    [datasets.dropPapers, { dataset_id, paper_id_list: [of_owner] }],
    [datasets.removeDocuments, { dataset_id, document_ids }],
    [datasets.removeFromFolder, { dataset_id, folder_id: folder.id, document_ids }],
  ] as const
  for (const [endpoint, input] of writes)
    expect(await viewer.refusal(endpoint, input), endpoint.path).toMatchObject({
      status: 403,
      problem: 'dataset.not_allowed',
    })
})

test('whoever made a knowledge base of a project has it no longer when they are out', async () => {
  const { owner, manager, dataset_id, project_id } = await baseScene()
  await owner.call(projects.removeMembers, { project_id, user_ids: [manager.id] })
  expect(await manager.refusal(datasets.folders, { dataset_id })).toMatchObject({ status: 404 })
  expect((await manager.call(datasets.all, {})).projectDataset).toEqual([])
  expect(await manager.refusal(datasets.remove, { dataset_id })).toMatchObject({ status: 404 })
})

test('a deleted knowledge base of a project waits in the bin of its managers', async () => {
  const { owner, manager, member, dataset_id } = await baseScene()
  await manager.call(datasets.remove, { dataset_id })
  expect(await owner.call(datasets.bin, {})).toMatchObject([{ id: dataset_id }])
  expect(await member.call(datasets.bin, {})).toEqual([])
  expect(await member.refusal(datasets.restore, { dataset_id })).toMatchObject({ status: 404 })
  expect(await owner.call(datasets.restore, { dataset_id })).toMatchObject({
    id: dataset_id,
    document_count: 2,
  })
})

test('a copy has folders, places and papers of its own, and leaves the original alone', async () => {
  const { app, viewer, manager, member, dataset_id, of_owner, documentOf } = await baseScene()
  const top = await member.call(datasets.saveFolder, { dataset_id, parent_id: null, name: '上' })
  const below = await member.call(datasets.saveFolder, { dataset_id, parent_id: top.id, name: '下' })
  const document_ids = [documentOf(of_owner)]
  await manager.call(datasets.move, { dataset_id, folder_ids: [], document_ids, target_folder_id: below.id })
  const tag = { id: 't1', dataset_id, group_name: '方法', name: '实验', colour: null, created_at: '2026' }
  await app.base.db.insertInto('tags').values(tag).execute()
  await app.base.db
    .insertInto('document_tags')
    .values({ document_id: documentOf(of_owner), tag_id: 't1' })
    .execute()

  const gone = await manager.call(datasets.saveFolder, { dataset_id, parent_id: null, name: '删去的' })
  await manager.call(datasets.removeFolders, { dataset_id, folder_ids: [gone.id] })

  const copy = await viewer.call(datasets.operate, { dataset_id, operation: 'copy' })
  expect(copy).toMatchObject({
    name: '综述（副本）',
    kind: 'reading',
    project_id: null,
    my_role: 1,
    document_count: 2,
  })
  expect(await viewer.call(datasets.folders, { dataset_id: copy.id })).toMatchObject([
    { name: '上', children: [{ name: '下', document_count: 1 }] },
  ])
  const { list } = await viewer.call(datasets.documents, { dataset_id: copy.id, ...page, keyword: 'Owner' })
  expect(list).toMatchObject([
    { paper_id: of_owner, creator_id: viewer.id, tags: [{ name: '实验', group_name: '方法' }] },
  ])
  expect(list[0]?.tags[0]?.id).not.toBe('t1')

  await viewer.call(datasets.removeDocuments, { dataset_id: copy.id, document_ids: list.map(({ id }) => id) })
  expect((await viewer.call(datasets.documents, { dataset_id, ...page })).total).toBe(2)
  expect(await member.refusal(datasets.folders, { dataset_id: copy.id })).toMatchObject({ status: 404 })
})

test('a list moves into a project and out again, with everything in it', async () => {
  const { owner, member, viewer, stranger, project_id, of_owner } = await baseScene()
  const { id: dataset_id } = await owner.call(datasets.create, { name: '文献清单' })
  await keep(owner, dataset_id, of_owner)
  expect(await member.refusal(datasets.operate, { dataset_id, operation: 'move', project_id })).toMatchObject(
    {
      status: 404,
    },
  )
  const moved = await owner.call(datasets.operate, { dataset_id, operation: 'move', project_id })
  expect(moved).toMatchObject({ id: dataset_id, kind: 'project', visibility: 'project', document_count: 1 })
  expect((await viewer.call(datasets.documents, { dataset_id, ...page })).total).toBe(1)

  await owner.call(datasets.operate, { dataset_id, operation: 'move' })
  expect(await viewer.refusal(datasets.folders, { dataset_id })).toMatchObject({ status: 404 })
  expect((await owner.call(datasets.all, {})).readingDataset.map(({ id }) => id)).toContain(dataset_id)

  const own = await stranger.call(datasets.create, { name: '别人的' })
  expect(
    await stranger.refusal(datasets.operate, { dataset_id: own.id, operation: 'move', project_id }),
  ).toMatchObject({ status: 404, problem: 'project.not_found' })
  const mine = await member.call(datasets.create, { name: '成员的' })
  expect(
    await member.refusal(datasets.operate, { dataset_id: mine.id, operation: 'move', project_id }),
  ).toMatchObject({ status: 403, problem: 'project.not_allowed' })
})

test('the private dataset stays where it is, and can be copied into a project', async () => {
  const { manager, project_id } = await projectScene()
  const dataset_id = await manager.call(datasets.privateId, {})
  expect(
    await manager.refusal(datasets.operate, { dataset_id, operation: 'move', project_id }),
  ).toMatchObject({ status: 409, problem: 'dataset.not_movable' })
  expect(await manager.call(datasets.operate, { dataset_id, operation: 'copy', project_id })).toMatchObject({
    kind: 'project',
    project_id,
    is_private: false,
  })
})

test('attack 71: only an owner takes a knowledge base out of a project', async () => {
  const { owner, manager, viewer, dataset_id, project_id } = await baseScene()
  const { id: elsewhere } = await manager.call(projects.add, { name: '自己的' })
  for (const target of [{}, { project_id: elsewhere }])
    expect(
      await manager.refusal(datasets.operate, { dataset_id, operation: 'move', ...target }),
    ).toMatchObject({ status: 403, problem: 'dataset.not_owner' })
  expect((await viewer.call(datasets.documents, { dataset_id, ...page })).total).toBe(2)

  expect(await manager.call(datasets.operate, { dataset_id, operation: 'move', project_id })).toMatchObject({
    project_id,
  })
  expect(await owner.call(datasets.operate, { dataset_id, operation: 'move' })).toMatchObject({
    kind: 'reading',
    owner_id: owner.id,
  })
})

test('attack 71: what a reader copies from a closed base cannot be opened to outside models', async () => {
  const scene = await projectScene({ providers: () => ({ parsing: scriptedParsing().parsing }) })
  const { owner, member, viewer, project_id } = scene
  const { id: dataset_id } = await owner.call(datasets.create, { name: '内部', project_id })
  const [added] = await addTexts(owner, dataset_id, { 'a.txt': '内部资料' })
  const open = { external_model_allowed: true }
  const refused = { status: 409, problem: 'dataset.models_locked' }

  const whole = await viewer.call(datasets.operate, { dataset_id, operation: 'copy' })
  expect(whole).toMatchObject({ external_model_allowed: false, external_model_locked: true })
  expect(await viewer.refusal(datasets.change, { dataset_id: whole.id, ...open })).toMatchObject(refused)
  // Nor a copy of the copy, nor the copy elsewhere.
  const again = await viewer.call(datasets.operate, { dataset_id: whole.id, operation: 'copy' })
  expect(await viewer.refusal(datasets.change, { dataset_id: again.id, ...open })).toMatchObject(refused)
  const { id: mine } = await viewer.call(projects.add, { name: '自己的' })
  await viewer.call(datasets.operate, { dataset_id: whole.id, operation: 'move', project_id: mine })
  expect(await viewer.refusal(datasets.change, { dataset_id: whole.id, ...open })).toMatchObject(refused)

  // Nor single documents.
  const document_ids = [added?.document?.id ?? '']
  const { id: list } = await member.call(datasets.create, { name: '清单' })
  const into = { document_ids, targets: [{ dataset_id: list, folder_id: null }] }
  await member.call(datasets.change, { dataset_id: list, ...open })
  expect(await member.refusal(datasets.copyDocuments, into)).toMatchObject({
    status: 409,
    problem: 'dataset.models_closed',
  })
  await member.call(datasets.change, { dataset_id: list, external_model_allowed: false })
  await member.call(datasets.copyDocuments, into)
  expect(await member.refusal(datasets.change, { dataset_id: list, ...open })).toMatchObject(refused)

  // Who could open the base may open its copy.
  const own = await owner.call(datasets.operate, { dataset_id, operation: 'copy' })
  expect(await owner.call(datasets.change, { dataset_id: own.id, ...open })).toMatchObject(open)
})
