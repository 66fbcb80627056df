import { api } from '@scinav/contract'
import { type CallCases, UNKNOWN_ID } from './case.ts'

export const passagesCases: CallCases<typeof api.passages> = {
  hitTest: {
    valid: () => ({ query: '湿度' }),
    bad: { query: '' },
    foreign: async ({ bo }) => {
      const { id } = await bo.call(api.datasets.create, { name: '清单' })
      return [
        { query: '湿度', dataset_ids: [id] },
        { query: '湿度', dataset_ids: [UNKNOWN_ID] },
      ]
    },
  },
}
