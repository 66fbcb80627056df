import { api } from '@scinav/contract'
import { addPapers } from '../papers.ts'
import { type CasesOf, NOBODY, type Person } from './case.ts'

const MANUSCRIPT = { title: '一篇文稿', state: '{"text":"一句话。"}' }
const manuscriptOf = async (person: Person) => (await person.call(api.citing.saveManuscript, MANUSCRIPT)).id

export const citingCases: CasesOf<typeof api.citing> = {
  match: {
    valid: () => ({ text: 'SQuAD has been used to train readers for years.' }),
    bad: { text: '' },
    foreign: async ({ bo }) => {
      const { id } = await bo.call(api.datasets.create, { name: '清单' })
      const text = 'SQuAD has been used to train readers for years.'
      return [
        { text, dataset_ids: [id] },
        { text, dataset_ids: [NOBODY] },
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
    valid: async ({ ada }) => ({ id: await manuscriptOf(ada) }),
    bad: { id: '' },
    foreign: async ({ bo }) => [{ id: await manuscriptOf(bo) }, { id: NOBODY }],
  },
  saveManuscript: {
    valid: () => MANUSCRIPT,
    bad: { ...MANUSCRIPT, state: '{' },
    foreign: async ({ bo }) => [
      { ...MANUSCRIPT, id: await manuscriptOf(bo) },
      { ...MANUSCRIPT, id: NOBODY },
    ],
  },
  removeManuscript: {
    valid: async ({ ada }) => ({ id: await manuscriptOf(ada) }),
    bad: { id: '' },
    foreign: async ({ bo }) => [{ id: await manuscriptOf(bo) }, { id: NOBODY }],
  },
}
