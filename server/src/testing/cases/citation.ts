import type { api } from '@scinav/contract'
import { addPapers } from '../papers.ts'
import type { CallCases } from './case.ts'

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
