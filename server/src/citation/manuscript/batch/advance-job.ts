import { z } from 'zod'

/** The job that begins the checks of waiting theses, as it is queued. */
export const advanceJob = {
  name: 'manuscript.advance-batches',
  title: '批量核对的下一份稿件',
  payload: z.object({}),
}
