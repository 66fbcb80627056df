import { z } from 'zod'
import type { Job } from '../../platform/jobs/index.ts'
import { type DigestPeriod, listDigestReaders, sendDigest } from './digest.ts'

/**
 * Creates the job that mails new papers to all subscribers of a period. Each recipient is committed before the next
 * one begins.
 */
const createDigestJob = (period: DigestPeriod, title: string): Job<z.ZodObject> => ({
  name: `preferences.digest.${period}`,
  title,
  payload: z.object({}),
  attempts: 5,
  run: async (ctx) => {
    const readers = await listDigestReaders(ctx, period)
    for (const [index, reader] of readers.entries()) {
      ctx.job.signal.throwIfAborted()
      await sendDigest(ctx, reader, period)
      await ctx.job.report((index + 1) / readers.length, `${index + 1} / ${readers.length} 人`)
    }
  },
})

/** The job of the mails to subscribers who want one every day. */
export const dailyDigest = createDigestJob('daily', '发送每日订阅邮件')
/** The job of the mails to subscribers who want one every week. */
export const weeklyDigest = createDigestJob('weekly', '发送每周订阅邮件')
