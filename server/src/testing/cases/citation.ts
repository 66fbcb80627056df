import { api } from '@scinav/contract'
import { completeBatch, makeChecker, startBatch } from '../batch-scene.ts'
import { completeCheck, uploadManuscript } from '../manuscript-scene.ts'
import { addPapers } from '../papers.ts'
import { type CallCase, type CallCases, makeOnce, type Person, UNKNOWN_ID } from './case.ts'

export const citationCases: CallCases<typeof api.citation> = {
  export: {
    valid: async ({ app }) => ({ paper_id_list: await addPapers(app.base, ['One']), format: 'ris' }),
    bad: { format: 'pdf' },
  },
  preview: {
    valid: async ({ app }) => ({ paper_id_list: await addPapers(app.base, ['One']), style: 'apa-7' }),
    bad: { paper_id_list: 7, format: 'docx' },
  },
  styles: { valid: () => ({}) },
}

export const referencesCases: CallCases<typeof api.references> = {
  parse: {
    valid: () => ({
      text: '[1] Ada L. Notes on an engine[J]. Memoirs, 1843.\n[2] Turing A. Machines[J]. Mind, 1950.',
    }),
    bad: { text: '' },
  },
  check: {
    valid: () => ({
      entries: ['Turing A. Computing machinery and intelligence[J]. Mind, 1950, 59(236): 433-460.'],
    }),
    bad: { entries: [] },
  },
}

const SAMPLE_MANUSCRIPT = { title: '一篇文稿', state: '{"text":"一句话。"}' }
const createManuscript = async (person: Person) =>
  (await person.call(api.citing.saveManuscript, SAMPLE_MANUSCRIPT)).id

export const citingCases: CallCases<typeof api.citing> = {
  match: {
    valid: () => ({ text: 'SQuAD has been used to train readers for years.' }),
    bad: { text: '' },
    foreign: async ({ bo }) => {
      const { id } = await bo.call(api.datasets.create, { name: '清单' })
      const text = 'SQuAD has been used to train readers for years.'
      return [
        { text, dataset_ids: [id] },
        { text, dataset_ids: [UNKNOWN_ID] },
      ]
    },
  },
  readText: { valid: () => ({}) },
  list: {
    valid: async ({ app }) => {
      const [paper_id = ''] = await addPapers(app.base, ['One'])
      return { sources: [{ key: paper_id, paper_id }] }
    },
    bad: { sources: [{ key: 'a b', paper_id: null }] },
  },
  write: {
    valid: async ({ app }) => {
      const [paper_id = ''] = await addPapers(app.base, ['One'])
      return { text: `As said [@${paper_id}].`, sources: [{ key: paper_id, paper_id }], format: 'md' }
    },
    bad: { text: 'x', sources: [], format: 'pdf' },
  },
  manuscripts: { valid: () => ({}) },
  manuscript: {
    valid: async ({ ada }) => ({ id: await createManuscript(ada) }),
    bad: { id: '' },
    foreign: async ({ bo }) => [{ id: await createManuscript(bo) }, { id: UNKNOWN_ID }],
  },
  saveManuscript: {
    valid: () => SAMPLE_MANUSCRIPT,
    bad: { ...SAMPLE_MANUSCRIPT, state: '{' },
    foreign: async ({ bo }) => [
      { ...SAMPLE_MANUSCRIPT, id: await createManuscript(bo) },
      { ...SAMPLE_MANUSCRIPT, id: UNKNOWN_ID },
    ],
  },
  removeManuscript: {
    valid: async ({ ada }) => ({ id: await createManuscript(ada) }),
    bad: { id: '' },
    foreign: async ({ bo }) => [{ id: await createManuscript(bo) }, { id: UNKNOWN_ID }],
  },
}

const theirCheck = makeOnce(
  ({ bo }) => completeCheck(bo),
  (owner, { check_id }) => owner.call(api.manuscriptChecks.run, { check_id }),
)

/** Builds a case for a call that takes a completed check; `more` is the rest of its input. */
const checkCase = (more: object = {}): CallCase => ({
  valid: async ({ ada }) => ({ check_id: (await completeCheck(ada)).check_id, ...more }),
  bad: { check_id: 'x'.repeat(65), ...more },
  foreign: async (scene) => [
    { check_id: (await theirCheck(scene)).check_id, ...more },
    { check_id: UNKNOWN_ID, ...more },
  ],
})

export const manuscriptChecksCases: CallCases<typeof api.manuscriptChecks> = {
  begin: {
    valid: async ({ ada }) => ({ upload_id: await uploadManuscript(ada) }),
    bad: { upload_id: '', scope: { engines: ['none'] } },
    foreign: async ({ bo }) => [{ upload_id: await uploadManuscript(bo) }, { upload_id: UNKNOWN_ID }],
  },
  run: checkCase(),
  manuscript: checkCase(),
  events: checkCase(),
  cancel: checkCase(),
  repeat: checkCase(),
  checks: { valid: () => ({ page_num: 1, page_size: 20 }), bad: { page_num: 0 } },
  remove: checkCase(),
  decide: checkCase({ decisions: [{ finding_id: 'never_cited:2', decision: 'kept' }] }),
  list: checkCase(),
  export: checkCase(),
}

const theirBatch = makeOnce(
  async ({ ada, bo }) => {
    await makeChecker(ada, bo)
    return startBatch(bo)
  },
  (owner, batch_id) => owner.call(api.manuscriptBatches.batch, { batch_id }),
)

/** Builds a case for a call that takes a batch; `more` is the rest of its input. */
const batchCase = (more: object = {}): CallCase => ({
  valid: async ({ ada }) => {
    await makeChecker(ada)
    return { batch_id: await startBatch(ada), ...more }
  },
  bad: { batch_id: 'x'.repeat(65), ...more },
  foreign: async (scene) => {
    await makeChecker(scene.ada)
    return [
      { batch_id: await theirBatch(scene), ...more },
      { batch_id: UNKNOWN_ID, ...more },
    ]
  },
})

export const manuscriptBatchesCases: CallCases<typeof api.manuscriptBatches> = {
  begin: {
    valid: async ({ ada }) => {
      await makeChecker(ada)
      return { name: '2026届', files: [{ upload_id: await uploadManuscript(ada), path: '院/论文.md' }] }
    },
    bad: { files: [] },
    foreign: async ({ ada, bo }) => {
      await makeChecker(ada)
      return [{ files: [{ upload_id: await uploadManuscript(bo) }] }, { files: [{ upload_id: UNKNOWN_ID }] }]
    },
  },
  batches: {
    valid: async ({ ada }) => {
      await makeChecker(ada)
      return { page_num: 1, page_size: 20 }
    },
    bad: { page_num: 0 },
  },
  retention: {
    valid: async ({ ada }) => {
      await makeChecker(ada)
      return {}
    },
  },
  batch: batchCase(),
  theses: batchCase({ page_num: 1, page_size: 20, department: '环境学院', order: 'fault', descending: true }),
  cancel: batchCase(),
  retry: batchCase(),
  remove: batchCase(),
  export: {
    ...batchCase(),
    valid: async ({ app, ada }) => {
      await makeChecker(ada)
      return { batch_id: (await completeBatch(app, ada)).batch_id, format: 'reports' }
    },
  },
}

/** A style file that prints author and title. */
export const STYLE_FILE = `<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">
<info><title>示例样式</title><id>http://example.org/styles/sample</id><category citation-format="numeric"/></info>
<citation><layout prefix="[" suffix="]" delimiter=","><text variable="citation-number"/></layout></citation>
<bibliography><layout><text variable="citation-number" prefix="[" suffix="] "/>
<names variable="author" suffix=". "><name/></names><text variable="title" font-weight="bold" suffix="."/></layout></bibliography>
</style>`

const installStyle = async (person: Person) =>
  (await person.call(api.citationStyles.install, { xml: STYLE_FILE })).id

export const citationStylesCases: CallCases<typeof api.citationStyles> = {
  installed: { valid: () => ({}) },
  install: { valid: () => ({ xml: STYLE_FILE, shared: true }), bad: { xml: '<style/>' } },
  remove: {
    valid: async ({ ada }) => ({ id: await installStyle(ada) }),
    bad: { id: '' },
    foreign: async ({ bo }) => [{ id: await installStyle(bo) }, { id: UNKNOWN_ID }],
  },
  sample: {
    valid: async ({ ada }) => ({ id: await installStyle(ada) }),
    bad: {},
    foreign: async ({ bo }) => [{ id: await installStyle(bo) }, { id: UNKNOWN_ID }],
  },
}
