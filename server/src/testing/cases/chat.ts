import { api } from '@scinav/contract'
import { APPLICATION, answerWith, ask, openChat, recordOf, unsupportedAt } from '../chat.ts'
import { addPapers } from '../papers.ts'
import { type CasesOf, NOBODY, type Person, type Scene } from './case.ts'

const application_id = APPLICATION
const tooLong = 'x'.repeat(65)
const badChat = { application_id, chat_id: tooLong }
const badRecord = { ...badChat, chat_record_id: tooLong }

/** A chat with one answer. */
async function answered({ app }: Scene, person: Person) {
  answerWith(app.base, '答', '案')
  const chat_id = await openChat(person)
  const chat_record_id = recordOf(await ask(person, { chat_id, message: '问题' }))
  return { application_id, chat_id, chat_record_id }
}

/** A chat by itself: others' ids are refused as unknown ones. */
const aChat = {
  valid: async ({ ada }: Scene) => ({ application_id, chat_id: await openChat(ada) }),
  bad: badChat,
  foreign: async ({ bo }: Scene): Promise<[object, object]> => [
    { application_id, chat_id: await openChat(bo) },
    { application_id, chat_id: NOBODY },
  ],
}

/** A record; `more` is what the call takes besides. */
const aRecord = (more: object = {}) => ({
  valid: async (scene: Scene) => ({ ...(await answered(scene, scene.ada)), ...more }),
  bad: { ...badRecord, ...more },
  foreign: async (scene: Scene): Promise<[object, object]> => {
    const theirs = await answered(scene, scene.bo)
    return [
      { ...theirs, ...more },
      { ...theirs, ...more, chat_id: NOBODY, chat_record_id: NOBODY },
    ]
  },
})

async function waiting(scene: Scene, person: Person, call_id: string) {
  const { chat_record_id } = await answered(scene, person)
  const { db, now } = scene.app.base
  const asked = { record_id: chat_record_id, call_id, approved: null, created_at: now().toISOString() }
  await db.insertInto('chat_approvals').values(asked).execute()
  await db.updateTable('chat_records').set({ finished_at: null }).where('id', '=', chat_record_id).execute()
  return { chat_record_id, call_id, approved: true }
}

export const chatCases: CasesOf<typeof api.chat> = {
  pinned: { valid: () => ({}) },
  recent: { valid: () => ({ keyword: '注意力' }), bad: { keyword: 'x'.repeat(201) } },
  remove: aChat,
  rename: {
    ...aChat,
    valid: async (scene) => ({ ...(await aChat.valid(scene)), title: '综述' }),
    bad: { ...badChat, title: '' },
    foreign: async (scene) => {
      const [theirs, none] = await aChat.foreign(scene)
      return [
        { ...theirs, title: '综述' },
        { ...none, title: '综述' },
      ]
    },
  },
  pin: aChat,
  unpin: aChat,
  restore: aChat,
  models: { valid: () => ({ application_id }), bad: { application_id: tooLong } },
  ofApplication: {
    valid: () => ({ application_id, page: 1, rows: 20 }),
    bad: { application_id, page: 0, rows: 101 },
  },
  open: {
    valid: async ({ app }) => ({ application_id, paper_id_list: await addPapers(app.base, ['One', 'Two']) }),
    bad: { application_id: tooLong },
  },
  openCommon: { valid: () => ({ application_id }), bad: { application_id: tooLong } },
  openDataset: {
    valid: async ({ ada }) => ({ dataset_id: await ada.call(api.datasets.privateId, {}) }),
    bad: { dataset_id: tooLong },
    foreign: async ({ bo }) => [
      { dataset_id: await bo.call(api.datasets.privateId, {}) },
      { dataset_id: NOBODY },
    ],
  },
  records: {
    valid: async (scene) => ({ ...(await answered(scene, scene.ada)), page: 1, rows: 20 }),
    bad: { ...badChat, page: 0, rows: 0 },
    foreign: async ({ bo }) => {
      const pages = { application_id, page: 1, rows: 20 }
      return [
        { ...pages, chat_id: await openChat(bo) },
        { ...pages, chat_id: NOBODY },
      ]
    },
  },
  record: aRecord(),
  send: {
    valid: async (scene) => {
      answerWith(scene.app.base, '答案')
      return { chat_id: await openChat(scene.ada), message: '问题' }
    },
    bad: { chat_id: 'x', message: '' },
    foreign: async ({ bo }) => [
      { chat_id: await openChat(bo), message: '问题' },
      { chat_id: NOBODY, message: '问题' },
    ],
  },
  resume: aRecord(),
  approve: {
    valid: (scene) => waiting(scene, scene.ada, 'call-1'),
    bad: { chat_record_id: tooLong, call_id: '', approved: 'perhaps' },
    foreign: async (scene) => {
      const theirs = await waiting(scene, scene.bo, 'call-1')
      return [theirs, { ...theirs, chat_record_id: NOBODY }]
    },
  },
  otherQuestions: aRecord(),
  cancel: aRecord(),
  redact: {
    ...aRecord({ mark: 0, struck: true }),
    valid: async ({ app, ada }) => {
      answerWith(app.base, '天是绿的[1]。', unsupportedAt(4))
      const chat_id = await openChat(ada)
      const chat_record_id = recordOf(await ask(ada, { chat_id, message: '问题' }))
      return { application_id, chat_id, chat_record_id, mark: 4, struck: true }
    },
  },
  thumbsReasons: { valid: () => ({}) },
  thumbs: aRecord({ thumbs_flag: 1, reasons: ['回答准确'] }),
  freeCount: { valid: () => ({}) },
  download: aRecord({ format: 'docx' }),
  cited: aRecord(),
}

export const translateCases: CasesOf<typeof api.translate> = {
  paper: {
    valid: async ({ app }) => {
      const [paper_id] = await addPapers(app.base, [{ title: 'Attention', title_zh: '注意力' }])
      return { paper_id, fields: ['title'], target: 'zh' }
    },
    bad: { target: 'fr', fields: ['everything'] },
    foreign: async ({ app }) => {
      const [paper_id] = await addPapers(app.base, ['Gone'], { deleted_at: '2026-01-01T00:00:00.000Z' })
      return [
        { paper_id, target: 'zh' },
        { paper_id: NOBODY, target: 'zh' },
      ]
    },
  },
}
