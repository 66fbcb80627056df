import type { api } from '@scinav/contract'
import type { CallCases } from './case.ts'

export const resourcesCases: CallCases<typeof api.resources> = {
  classes: { valid: () => ({}) },
  list: {
    valid: () => ({ class_id: 'cn', keyword: '知网' }),
    bad: { page_num: 0, access: 'free', ids: ['A'] },
  },
}
