import type { api } from '@scinav/contract'
import type { CallCases } from './case.ts'

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
