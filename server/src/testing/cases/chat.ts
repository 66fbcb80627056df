import { api } from '@scinav/contract'
import { APPLICATION_ID, answerWith, openChat, recordIdOf, sendAndRead, unsupportedMark } from '../chat.ts'
import { addPapers } from '../papers.ts'
import { type CallCases, type CaseScene, type Person, UNKNOWN_ID } from './case.ts'

const application_id = APPLICATION_ID
const tooLong = 'x'.repeat(65)
const badChat = { application_id, chat_id: tooLong }
const badRecord = { ...badChat, chat_record_id: tooLong }

/** Creates a chat with one answer. */
async function createAnsweredChat({ app }: CaseScene, person: Person) {
  answerWith(app.base, '答', '案')
  const chat_id = await openChat(person)
  const chat_record_id = recordIdOf(await sendAndRead(person, { chat_id, message: '问题' }))
  return { application_id, chat_id, chat_record_id }
}

/** A call that takes only a chat; ids of others are rejected like unknown ones. */
const chatCase = {
  valid: async ({ ada }: CaseScene) => ({ application_id, chat_id: await openChat(ada) }),
  bad: badChat,
  foreign: async ({ bo }: CaseScene): Promise<[object, object]> => [
    { application_id, chat_id: await openChat(bo) },
    { application_id, chat_id: UNKNOWN_ID },
  ],
}

/** Builds a case for a call that takes a record; `more` is the rest of its input. */
const recordCase = (more: object = {}) => ({
  valid: async (scene: CaseScene) => ({ ...(await createAnsweredChat(scene, scene.ada)), ...more }),
  bad: { ...badRecord, ...more },
  foreign: async (scene: CaseScene): Promise<[object, object]> => {
    const theirs = await createAnsweredChat(scene, scene.bo)
    return [
      { ...theirs, ...more },
      { ...theirs, ...more, chat_id: UNKNOWN_ID, chat_record_id: UNKNOWN_ID },
    ]
  },
})

async function createPendingApproval(scene: CaseScene, person: Person, call_id: string) {
  const { chat_record_id } = await createAnsweredChat(scene, person)
  const { db, now } = scene.app.base
  const row = { record_id: chat_record_id, call_id, approved: null, created_at: now().toISOString() }
  await db.insertInto('chat_approvals').values(row).execute()
  await db.updateTable('chat_records').set({ finished_at: null }).where('id', '=', chat_record_id).execute()
  return { chat_record_id, call_id, approved: true }
}

export const chatCases: CallCases<typeof api.chat> = {
  pinned: { valid: () => ({}) },
  recent: { valid: () => ({ keyword: '注意力' }), bad: { keyword: 'x'.repeat(201) } },
  remove: chatCase,
  rename: {
    ...chatCase,
    valid: async (scene) => ({ ...(await chatCase.valid(scene)), title: '综述' }),
    bad: { ...badChat, title: '' },
    foreign: async (scene) => {
      const [theirs, none] = await chatCase.foreign(scene)
      return [
        { ...theirs, title: '综述' },
        { ...none, title: '综述' },
      ]
    },
  },
  pin: chatCase,
  unpin: chatCase,
  restore: chatCase,
  models: { valid: () => ({ application_id }), bad: { application_id: tooLong } },
  usage: { valid: () => ({}) },
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
      { dataset_id: UNKNOWN_ID },
    ],
  },
  records: {
    valid: async (scene) => ({ ...(await createAnsweredChat(scene, scene.ada)), page: 1, rows: 20 }),
    bad: { ...badChat, page: 0, rows: 0 },
    foreign: async ({ bo }) => {
      const pages = { application_id, page: 1, rows: 20 }
      return [
        { ...pages, chat_id: await openChat(bo) },
        { ...pages, chat_id: UNKNOWN_ID },
      ]
    },
  },
  record: recordCase(),
  send: {
    valid: async (scene) => {
      answerWith(scene.app.base, '答案')
      return { chat_id: await openChat(scene.ada), message: '问题' }
    },
    bad: { chat_id: 'x', message: '' },
    foreign: async ({ bo }) => [
      { chat_id: await openChat(bo), message: '问题' },
      { chat_id: UNKNOWN_ID, message: '问题' },
    ],
  },
  resume: recordCase(),
  approve: {
    valid: (scene) => createPendingApproval(scene, scene.ada, 'call-1'),
    bad: { chat_record_id: tooLong, call_id: '', approved: 'perhaps' },
    foreign: async (scene) => {
      const theirs = await createPendingApproval(scene, scene.bo, 'call-1')
      return [theirs, { ...theirs, chat_record_id: UNKNOWN_ID }]
    },
  },
  otherQuestions: recordCase(),
  cancel: recordCase(),
  redact: {
    ...recordCase({ mark: 0, struck: true }),
    valid: async ({ app, ada }) => {
      answerWith(app.base, '天是绿的[1]。', unsupportedMark(4))
      const chat_id = await openChat(ada)
      const chat_record_id = recordIdOf(await sendAndRead(ada, { chat_id, message: '问题' }))
      return { application_id, chat_id, chat_record_id, mark: 4, struck: true }
    },
  },
  revise: {
    ...recordCase({ revision: 0, undone: true }),
    valid: async ({ app, ada }) => {
      const change = { start: 0, end: 5, text: '天是蓝的。', undoable: true }
      answerWith(app.base, '天是绿的。', { event: 'revision', data: change })
      const chat_id = await openChat(ada)
      const chat_record_id = recordIdOf(await sendAndRead(ada, { chat_id, message: '问题' }))
      return { application_id, chat_id, chat_record_id, revision: 0, undone: true }
    },
  },
  thumbsReasons: { valid: () => ({}) },
  thumbs: recordCase({ thumbs_flag: 1, reasons: ['回答准确'] }),
  freeCount: { valid: () => ({}) },
  download: recordCase({ format: 'docx' }),
  cited: recordCase(),
}

export const translateCases: CallCases<typeof api.translate> = {
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
        { paper_id: UNKNOWN_ID, target: 'zh' },
      ]
    },
  },
}
