import { api } from '@scinav/contract'
import {
  addSubjectPapers,
  completeResearch,
  startPlannedResearch,
  startResearch,
  waitForResearch,
} from '../research-scene.ts'
import { type CallCases, type CaseScene, makeOnce, type Person, UNKNOWN_ID } from './case.ts'

const tooLong = 'x'.repeat(65)

/** The servers whose libraries have the papers that reports are made of. */
const prepared = new WeakSet<CaseScene['app']>()

async function completeReport({ app }: CaseScene, person: Person) {
  if (!prepared.has(app)) {
    prepared.add(app)
    await addSubjectPapers(app)
  }
  return completeResearch(person)
}

const createReport = async (scene: CaseScene, person: Person) =>
  (await completeReport(scene, person)).report_id

const theirReport = makeOnce(
  (scene) => completeReport(scene, scene.bo),
  (owner, { report_id }) => owner.call(api.deepResearch.report, { report_id }),
)

/** Builds a case for a call that takes a completed run; `more` is the rest of its input. */
const runCase = (more: object = {}) => ({
  valid: async ({ ada }: CaseScene) => ({ run_id: (await completeResearch(ada)).run_id, ...more }),
  bad: { run_id: tooLong, ...more },
  foreign: async (scene: CaseScene): Promise<[object, object]> => [
    { run_id: (await theirReport(scene)).run_id, ...more },
    { run_id: UNKNOWN_ID, ...more },
  ],
})

const reportCase = (more: object = {}) => ({
  valid: async (scene: CaseScene) => ({ report_id: await createReport(scene, scene.ada), ...more }),
  bad: { report_id: tooLong, ...more },
  foreign: async (scene: CaseScene): Promise<[object, object]> => [
    { report_id: (await theirReport(scene)).report_id, ...more },
    { report_id: UNKNOWN_ID, ...more },
  ],
})

/** Builds a case for a call that takes a shared report; `more` is the rest of its input. */
const shareCase = (more: object = {}) => ({
  valid: async (scene: CaseScene) => {
    scene.app.base.config.REPORT_SHARING = 'on'
    return { id: await createReport(scene, scene.ada), ...more }
  },
  bad: { id: tooLong, kind: 'answer' },
  foreign: async (scene: CaseScene): Promise<[object, object]> => [
    { id: (await theirReport(scene)).report_id, ...more },
    { id: UNKNOWN_ID, ...more },
  ],
})

/** Creates a revision of a report that can be restored. */
async function createRevision(person: Person, report_id: string) {
  await person.call(api.deepResearch.editReport, {
    report_id,
    version: 1,
    section_id: 'limits',
    text: '没有别的。',
  })
  const [change] = await person.call(api.deepResearch.revisions, { report_id })
  return { report_id, revision_id: change?.revision_id ?? '', version: 2 }
}

/** Starts a run that asks a clarifying question. */
async function createAskingResearch(person: Person) {
  const { run_id } = await startResearch(person, { question: '热失控' })
  await waitForResearch(person, run_id, 'waiting_clarification')
  return { run_id, answer: '主要方法' }
}

async function createPlannedResearch(person: Person) {
  const { run_id, plan } = await startPlannedResearch(person)
  return { run_id, action: 'accept', plan_id: plan.plan_id, version: 1 }
}

export const deepResearchCases: CallCases<typeof api.deepResearch> = {
  begin: {
    valid: () => ({ question: '如何抑制锂电池热失控？' }),
    bad: { question: '', sources: { paper_ids: [tooLong] } },
    foreign: async ({ bo }) => {
      const question = '问题'
      const dataset_id = await bo.call(api.datasets.privateId, {})
      return [
        { question, sources: { dataset_ids: [dataset_id] } },
        { question, sources: { dataset_ids: [UNKNOWN_ID] } },
      ]
    },
  },
  run: runCase(),
  events: { ...runCase(), bad: { run_id: tooLong, after: -1 } },
  answer: {
    valid: ({ ada }) => createAskingResearch(ada),
    bad: { run_id: tooLong },
    foreign: async ({ bo }) => {
      const theirs = await createAskingResearch(bo)
      return [theirs, { ...theirs, run_id: UNKNOWN_ID }]
    },
  },
  plan: {
    valid: ({ ada }) => createPlannedResearch(ada),
    bad: { run_id: tooLong, action: 'edit', steps: [{ title: '' }] },
    foreign: async ({ bo }) => {
      const theirs = await createPlannedResearch(bo)
      return [theirs, { ...theirs, run_id: UNKNOWN_ID }]
    },
  },
  runs: {
    valid: () => ({ page_num: 1, page_size: 20, keyword: '锂' }),
    bad: { page_num: 0, page_size: 101 },
  },
  rename: { ...runCase({ title: '热失控' }), bad: { run_id: tooLong, title: '' } },
  remove: runCase(),
  restore: runCase(),
  share: { ...shareCase({ expires_in_days: 30 }), bad: { id: tooLong, expires_in_days: 0 } },
  shared: shareCase(),
  unshare: shareCase(),
  report: reportCase(),
  editReport: {
    ...reportCase({ version: 1, section_id: 'limits', text: '没有别的。' }),
    bad: { report_id: tooLong, version: 0, section_id: '', text: '' },
  },
  revise: {
    ...reportCase({ version: 1, section_id: 'agreement', how: 'again' }),
    bad: { report_id: tooLong, version: 0, section_id: 'agreement', how: 'instruction' },
    alone: true,
  },
  revisions: reportCase(),
  takeBack: {
    valid: async ({ ada, ...scene }: CaseScene) =>
      createRevision(ada, await createReport({ ada, ...scene }, ada)),
    bad: { report_id: tooLong, revision_id: tooLong, version: 0 },
    foreign: async ({ bo, ...scene }: CaseScene) => {
      const theirs = await createRevision(bo, await createReport({ bo, ...scene }, bo))
      return [theirs, { ...theirs, report_id: UNKNOWN_ID, revision_id: UNKNOWN_ID }]
    },
    alone: true,
  },
}
