import { api } from '@scinav/contract'
import { addResearched, planned, research, researched, standing } from '../research-scene.ts'
import { type CasesOf, NOBODY, type Person, type Scene } from './case.ts'

const tooLong = 'x'.repeat(65)

/** A research that has ended; `more` is what the call takes besides. */
const aRun = (more: object = {}) => ({
  valid: async ({ ada }: Scene) => ({ run_id: (await researched(ada)).run_id, ...more }),
  bad: { run_id: tooLong, ...more },
  foreign: async ({ bo }: Scene): Promise<[object, object]> => [
    { run_id: (await researched(bo)).run_id, ...more },
    { run_id: NOBODY, ...more },
  ],
})

async function reportOf({ app }: Scene, person: Person) {
  await addResearched(app)
  return (await researched(person)).report_id
}

const aReport = (more: object = {}) => ({
  valid: async (scene: Scene) => ({ report_id: await reportOf(scene, scene.ada), ...more }),
  bad: { report_id: tooLong, ...more },
  foreign: async (scene: Scene): Promise<[object, object]> => [
    { report_id: await reportOf(scene, scene.bo), ...more },
    { report_id: NOBODY, ...more },
  ],
})

/** The page of a report; `more` is what the call takes besides. */
const aShare = (more: object = {}) => ({
  valid: async (scene: Scene) => {
    scene.app.base.config.REPORT_SHARING = 'on'
    return { id: await reportOf(scene, scene.ada), ...more }
  },
  bad: { id: tooLong, kind: 'answer' },
  foreign: async (scene: Scene): Promise<[object, object]> => [
    { id: await reportOf(scene, scene.bo), ...more },
    { id: NOBODY, ...more },
  ],
})

/** A change of a report that can be taken back. */
async function changed(person: Person, report_id: string) {
  await person.call(api.deepResearch.editReport, {
    report_id,
    version: 1,
    section_id: 'limits',
    text: '没有别的。',
  })
  const [change] = await person.call(api.deepResearch.revisions, { report_id })
  return { report_id, revision_id: change?.revision_id ?? '', version: 2 }
}

/** One that asks back. */
async function asking(person: Person) {
  const { run_id } = await research(person, { question: '热失控' })
  await standing(person, run_id, 'waiting_clarification')
  return { run_id, answer: '主要方法' }
}

async function accepting(person: Person) {
  const { run_id, plan } = await planned(person)
  return { run_id, action: 'accept', plan_id: plan.plan_id, version: 1 }
}

export const deepResearchCases: CasesOf<typeof api.deepResearch> = {
  begin: {
    valid: () => ({ question: '如何抑制锂电池热失控？' }),
    bad: { question: '', sources: { paper_ids: [tooLong] } },
    foreign: async ({ bo }) => {
      const question = '问题'
      const dataset_id = await bo.call(api.datasets.privateId, {})
      return [
        { question, sources: { dataset_ids: [dataset_id] } },
        { question, sources: { dataset_ids: [NOBODY] } },
      ]
    },
  },
  run: aRun(),
  events: { ...aRun(), bad: { run_id: tooLong, after: -1 } },
  answer: {
    valid: ({ ada }) => asking(ada),
    bad: { run_id: tooLong },
    foreign: async ({ bo }) => {
      const theirs = await asking(bo)
      return [theirs, { ...theirs, run_id: NOBODY }]
    },
  },
  plan: {
    valid: ({ ada }) => accepting(ada),
    bad: { run_id: tooLong, action: 'edit', steps: [{ title: '' }] },
    foreign: async ({ bo }) => {
      const theirs = await accepting(bo)
      return [theirs, { ...theirs, run_id: NOBODY }]
    },
  },
  runs: {
    valid: () => ({ page_num: 1, page_size: 20, keyword: '锂' }),
    bad: { page_num: 0, page_size: 101 },
  },
  rename: { ...aRun({ title: '热失控' }), bad: { run_id: tooLong, title: '' } },
  remove: aRun(),
  restore: aRun(),
  share: { ...aShare({ expires_in_days: 30 }), bad: { id: tooLong, expires_in_days: 0 } },
  shared: aShare(),
  unshare: aShare(),
  report: aReport(),
  editReport: {
    ...aReport({ version: 1, section_id: 'limits', text: '没有别的。' }),
    bad: { report_id: tooLong, version: 0, section_id: '', text: '' },
  },
  revise: {
    ...aReport({ version: 1, section_id: 'agreement', how: 'again' }),
    bad: { report_id: tooLong, version: 0, section_id: 'agreement', how: 'instruction' },
  },
  revisions: aReport(),
  takeBack: {
    valid: async ({ ada, ...scene }: Scene) => changed(ada, await reportOf({ ada, ...scene }, ada)),
    bad: { report_id: tooLong, revision_id: tooLong, version: 0 },
    foreign: async ({ bo, ...scene }: Scene) => {
      const theirs = await changed(bo, await reportOf({ bo, ...scene }, bo))
      return [theirs, { ...theirs, report_id: NOBODY, revision_id: NOBODY }]
    },
  },
}
