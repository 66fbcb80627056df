import { api } from '@scinav/contract'
import { addPapers } from '../papers.ts'
import { type CallCases, type Person, UNKNOWN_ID } from './case.ts'

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
