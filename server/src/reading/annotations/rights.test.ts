import { api } from '@scinav/contract'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { addDocument } from '../../testing/documents.ts'
import { projectScene } from '../../testing/project-scene.ts'
import { shortStudy } from '../../testing/reading-scene.ts'

async function shared() {
  const team = await projectScene()
  const { id: dataset_id } = await team.owner.call(api.datasets.create, {
    name: '组的资料',
    project_id: team.project_id,
  })
  const made = await addDocument(team.app.base, { dataset_id, creator_id: team.owner.id }, shortStudy)
  return { ...team, ...made }
}

test('private ones are seen by nobody else, those shown to the dataset by all who read it', async () => {
  const { member, viewer, manager, stranger, document_id } = await shared()
  const own = await member.call(api.annotations.create, { document_id, quote: 'understand less' })
  const shown = await member.call(api.annotations.create, {
    document_id,
    quote: 'We compare both',
    visibility: 'dataset',
  })

  const seenBy = async (person: typeof member) =>
    (await person.call(api.annotations.list, { document_id })).list.map(({ id, may_delete }) => [
      id,
      may_delete,
    ])

  expect(await seenBy(member)).toEqual([
    [own.id, true],
    [shown.id, true],
  ])
  expect(await seenBy(viewer)).toEqual([[shown.id, false]])
  expect(await seenBy(manager)).toEqual([[shown.id, true]])
  expect(await stranger.refusal(api.annotations.list, { document_id })).toMatchObject({ status: 404 })
  expect(await stranger.refusal(api.annotations.export, { document_id, format: 'w3c' })).toMatchObject({
    status: 404,
  })
})

test('a viewer keeps private marks, and shows none to others', async () => {
  const { viewer, document_id } = await shared()
  const own = await viewer.call(api.annotations.create, { document_id, quote: 'We compare both' })

  expect(own.visibility).toBe('private')
  expect(
    await viewer.refusal(api.annotations.create, { document_id, quote: 'both', visibility: 'dataset' }),
  ).toMatchObject({ status: 403, problem: 'dataset.not_allowed' })
  expect(await viewer.refusal(api.annotations.update, { id: own.id, visibility: 'dataset' })).toMatchObject({
    status: 403,
  })
})

test('only its author changes one; a manager may delete it, a member may not', async () => {
  const { member, manager, viewer, owner, stranger, document_id } = await shared()
  const { id } = await member.call(api.annotations.create, {
    document_id,
    quote: 'We compare both',
    visibility: 'dataset',
  })

  for (const person of [manager, viewer, owner])
    expect(await person.refusal(api.annotations.update, { id, comment: '改' })).toMatchObject({
      status: 403,
      problem: 'annotation.not_own',
    })
  expect(await viewer.refusal(api.annotations.remove, { ids: [id] })).toMatchObject({ status: 403 })
  expect(await stranger.refusal(api.annotations.remove, { ids: [id] })).toMatchObject({ status: 404 })
  expect(await manager.call(api.annotations.remove, { ids: [id] })).toBeNull()
  expect((await member.call(api.annotations.list, { document_id })).total).toBe(0)
})

test("somebody else's private one looks like none, to managers too, and takes nothing else with it", async () => {
  const { member, manager, document_id } = await shared()
  const { id } = await member.call(api.annotations.create, { document_id, quote: 'We compare both' })
  const own = await manager.call(api.annotations.create, { document_id, quote: 'both' })

  for (const endpoint of [api.annotations.update, api.annotations.remove])
    expect(await manager.refusal(endpoint, { id, ids: [own.id, id] })).toMatchObject({
      status: 404,
      problem: 'annotation.not_found',
    })
  expect((await manager.call(api.annotations.list, { document_id })).total).toBe(1)
})

test('who has left the project reaches not even the own ones, and has them in the export of the account', async () => {
  const { owner, member, project_id, document_id, app } = await shared()
  const { id } = await member.call(api.annotations.create, { document_id, quote: 'We compare both' })
  await owner.call(api.projects.removeMembers, { project_id, user_ids: [member.id] })

  expect(await member.refusal(api.annotations.list, { document_id })).toMatchObject({ status: 404 })
  expect(await member.refusal(api.annotations.update, { id, comment: 'x' })).toMatchObject({ status: 404 })
  expect(await member.refusal(api.annotations.remove, { ids: [id] })).toMatchObject({ status: 404 })
  const { job_id } = await member.call(api.user.exportData, {})
  await app.runner.drain()
  const { rawPayload } = await member.send(api.user.exportFile, { job_id })
  expect(Buffer.from(unzipSync(rawPayload)['annotations.json'] ?? []).toString()).toContain('We compare both')
})

test('author, version and dataset cannot be smuggled in', async () => {
  const { member, owner, document_id } = await shared()
  const mark = await member.call(api.annotations.create, {
    document_id,
    quote: 'We compare both',
    ...{ user_id: owner.id, creator: owner.id, parse_id: 'x', version: 'x', id: 'mine' },
  })

  expect(mark.creator.id).toBe(member.id)
  expect([mark.id, mark.version]).not.toContain('mine')
  expect(mark.version).not.toBe('x')
})
