import { api } from '@scinav/contract'
import { addPapers } from '../papers.ts'
import { type CasesOf, NOBODY } from './case.ts'

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
}
