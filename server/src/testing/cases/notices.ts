import type { api } from '@scinav/contract'
import type { CallCases } from './case.ts'

export const noticesCases: CallCases<typeof api.notices> = {
  list: { valid: () => ({}), bad: { page_num: 0 } },
  read: { valid: () => ({ ids: [] }), bad: { ids: ['x'.repeat(65)] } },
}
