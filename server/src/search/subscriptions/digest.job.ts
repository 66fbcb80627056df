import { z } from 'zod'
import type { Job } from '../../platform/jobs/index.ts'
import { digestReaders, type Period, sendDigest } from './digest.ts'

/** Mails everybody who wants one their new papers. Each person is done for good before the next. */
const digest = (period: Period, title: string): Job<z.ZodObject> => ({
  name: `preferences.digest.${period}`,
  title,
  payload: z.object({}),
  attempts: 5,
  run: async (ctx) => {
    const readers = await digestReaders(ctx, period)
    for (const [index, reader] of readers.entries()) {
      ctx.job.signal.throwIfAborted()
      await sendDigest(ctx, reader, period)
      await ctx.job.report((index + 1) / readers.length, `${index + 1} / ${readers.length} 人`)
    }
  },
})

export const dailyDigest = digest('daily', '发送每日订阅邮件')
export const weeklyDigest = digest('weekly', '发送每周订阅邮件')
