import type { api } from '@scinav/contract'
import type { CasesOf } from './case.ts'

export const noticesCases: CasesOf<typeof api.notices> = {
  list: { valid: () => ({}), bad: { page_num: 0 } },
  read: { valid: () => ({ ids: [] }), bad: { ids: ['x'.repeat(65)] } },
}
