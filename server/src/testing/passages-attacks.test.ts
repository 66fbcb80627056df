import { api } from '@scinav/contract'
import { expect, test } from 'vitest'
import { answerByScript, answerTextOf, openChat, openStream, sendAndRead, startListening } from './chat.ts'
import { callTool, connectClient, mcpServerScene } from './mcp-client.ts'
import { addPapers } from './papers.ts'
import { projectScene } from './project-scene.ts'
import { addReadFile, recordDocumentChange } from './read-files.ts'

// The numbers are those of the attack list in docs/spec-trace.md.

const SECRET = 'Vexillatrope'
const SAID = `The ${SECRET} membrane keeps 91.4 percent of its capacity after 2,000 cycles.`
const ASKED = `How much capacity does the ${SECRET} membrane keep?`

async function openScene() {
  const scene = await projectScene()
  const { app, owner, project_id } = scene
  const { id: dataset_id } = await owner.call(api.datasets.create, { name: '内部', project_id })
  await addPapers(app.base, [{ title: 'Membranes', abstract: 'Membranes keep capacity.' }])
  const file = { name: `${SECRET}.pdf`, title: `${SECRET} notes`, passages: [{ text: SAID, page: 2 }] }
  const addSecret = () => addReadFile(app.base, { dataset_id, creator_id: owner.id, ...file })
  return { ...scene, dataset_id, addSecret }
}

async function secretScene() {
  const scene = await openScene()
  return { ...scene, ...(await scene.addSecret()) }
}

test('attack 19: a string of a project’s file is seen by nobody outside, by whatever call', async () => {
  const { app, member, stranger } = await secretScene()
  const seenBy = async (person: typeof member) => {
    const chat_id = await openChat(person)
    const seen = [
      await person.call(api.passages.hitTest, { query: ASKED }),
      await person.call(api.papers.search, { query: SECRET }),
      await person.call(api.papers.suggest, { keyword: SECRET.slice(0, 5) }),
      await person.call(api.datasets.all, {}),
      await person.call(api.datasets.page, { keyword: SECRET, current_page: 1, page_size: 10 }),
      await sendAndRead(person, { chat_id, message: ASKED, model: 'extractive' }),
    ]
    // What was asked comes back; what answers it does not.
    return JSON.stringify(seen)
  }
  expect(await seenBy(member)).toContain('91.4 percent')
  const strange = await seenBy(stranger)
  expect(strange).not.toContain('91.4')
  expect(strange).not.toContain(`${SECRET}.pdf`)
  expect(app.log.join('')).not.toContain('91.4')
})

test('attack 19: nothing that a stranger is told changes with it: no count, no order, no correction', async () => {
  const { stranger, member, addSecret } = await openScene()
  const toldTo = async (person: typeof member) => {
    const told = [
      await person.call(api.passages.hitTest, { query: ASKED }),
      await person.call(api.papers.search, { query: SECRET.slice(0, -1) }),
      await person.call(api.papers.search, { query: `${SECRET} membranes` }),
      await person.call(api.papers.suggest, { keyword: SECRET.slice(0, 5) }),
      await person.call(api.datasets.all, {}),
      await person.call(api.datasets.page, { keyword: '', current_page: 1, page_size: 50 }),
    ]
    return JSON.stringify(told, (key, value) => (key === 'took_ms' ? 0 : value))
  }
  const [strange, own] = [await toldTo(stranger), await toldTo(member)]
  await addSecret()
  expect(await toldTo(stranger)).toBe(strange)
  expect(await toldTo(member)).not.toBe(own)
})

test('attack 19: nor by a program with somebody’s token', async () => {
  const { app, url, ada, lin, token } = await mcpServerScene()
  const { id: dataset_id } = await ada.call(api.datasets.create, { name: 'A' })
  const hers = await addReadFile(app.base, { dataset_id, creator_id: ada.id, passages: [SAID] })
  const { id: own } = await lin.call(api.datasets.create, { name: 'B' })
  await addReadFile(app.base, { dataset_id: own, creator_id: lin.id, passages: ['Another membrane.', SAID] })
  const client = await connectClient(url, token)
  const found = await callTool(client, 'search_my_files', { query: ASKED })
  const passages = found.data.passages as unknown as { passage_id: string; dataset_id: string }[]
  expect(passages.map((each) => each.dataset_id)).toEqual([own])
  const read = await callTool(client, 'read_passage', { passage_id: passages[0]?.passage_id })
  expect(read.data).toMatchObject({ passage: { text: SAID }, before: 'Another membrane.', behind: '' })
  for (const passage_id of [`${hers.document_id}:${hers.parse_id}:0`, 'x:y:0', 'x'])
    expect(await callTool(client, 'read_passage', { passage_id })).toMatchObject({ failed: true })
  expect(await callTool(client, 'search_my_files', { query: ASKED, dataset_id })).toMatchObject({
    failed: true,
  })
})

test('attack 21: an answer about documents stops when its reader may not read them any more', async () => {
  const { app, owner, member, project_id, document_id } = await secretScene()
  const script = answerByScript(app.base)
  const chat_id = await openChat(member)
  const url = await startListening(app)
  const body = { message: '问', document_ids: [document_id] }
  const path = `${url}/api/application/chat_message/${chat_id}`
  const stream = await openStream(path, { cookie: member.cookie(), body })
  script.say('说到这里')
  await stream.until((frame) => frame.event === 'delta')
  await owner.call(api.projects.removeMembers, { project_id, user_ids: [member.id] })
  expect((await stream.rest()).at(-1)?.event).toBe('cancelled')
  const again = await member.refusal(api.chat.send, { chat_id, ...body })
  expect(again).toMatchObject({ status: 404, problem: 'document.not_found' })
})

test('attack 21: an answer over all that somebody may read stops when a file that it was given is lost to them', async () => {
  const { app, owner, member, project_id, document_id, parse_id } = await secretScene()
  const script = answerByScript(app.base)
  const url = await startListening(app)
  const path = `${url}/api/application/chat_message/${await openChat(member)}`
  const stream = await openStream(path, { cookie: member.cookie(), body: { message: ASKED } })
  await stream.until((frame) => frame.event === 'meta')
  const passage_id = `${document_id}:${parse_id}:0`
  const hit = { passage_id, paper_id: null, document_id, title: SECRET, engine: 'local', score: 1 }
  script.part({ event: 'retrieval', data: { query: SECRET, hits: [hit] } })
  script.say('说到这里')
  await stream.until((frame) => frame.event === 'delta')
  expect(await member.call(api.reading.blocks, { document_id })).toBeDefined()
  await owner.call(api.projects.removeMembers, { project_id, user_ids: [member.id] })
  await expect.poll(() => script.signals[0]?.aborted).toBe(true)
  expect((await stream.rest()).at(-1)?.event).toBe('cancelled')
  // What the answer cites opens no more, and looks as if it had never been.
  const closed = await member.refusal(api.reading.blocks, { document_id })
  expect(closed).toEqual(await member.refusal(api.reading.blocks, { document_id: 'none' }))
})

test('attack 26: a deleted document answers nothing, at once', async () => {
  const { app, member, dataset_id, document_id } = await secretScene()
  const { chat_id } = await member.call(api.chat.openDataset, { dataset_id })
  const answered = async () =>
    answerTextOf(await sendAndRead(member, { chat_id, message: ASKED, model: 'extractive', mode: 'new' }))
  expect(await answered()).toContain('91.4 percent')
  await app.base.db
    .updateTable('documents')
    .set({ deleted_at: app.base.now().toISOString() })
    .where('id', '=', document_id)
    .execute()
  app.pass(60_000)
  expect(await answered()).not.toContain('91.4')
  await recordDocumentChange(app.base, document_id, 1)
  app.pass(60_000)
  expect(await answered()).not.toContain('91.4')
})
