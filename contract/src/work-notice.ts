import { z } from 'zod'

/** A notice that retracts, questions, corrects or reinstates a published work. */
export const workNotice = z.object({
  kind: z.enum(['retracted', 'concern', 'corrected', 'reinstated']),
  /** `YYYY-MM-DD`; null where the source gives none. */
  date: z.string().nullable(),
  /** The reasons in the words of the source, such as `Concerns/Issues About Data`. */
  reasons: z.array(z.string()),
  /** The DOI of the notice, in its normal form. It equals the work's own where publishers reuse it. */
  doi: z.string().nullable(),
  /** The address of the notice, or of a report on it. */
  url: z.string().nullable(),
})
/** A notice that retracts, questions, corrects or reinstates a published work. */
export type WorkNotice = z.output<typeof workNotice>
