import { z } from 'zod'
import type { Job } from '../../platform/jobs/index.ts'
import { watchNotices } from './watch-notices.ts'

/** Asks Crossref about the works that people use, each about once a day. */
export const noticeWatch: Job<z.ZodObject> = {
  name: 'library.watch_notices',
  title: '查询撤稿与更正声明',
  payload: z.object({}),
  attempts: 5,
  is_background: true,
  run: watchNotices,
}
