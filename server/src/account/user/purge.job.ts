import { z } from 'zod'
import { transact } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'
import { latestPlausible } from '../../platform/foundation/clock.ts'
import { hasClockLeapt, type Job, removeEndedJobsBefore } from '../../platform/jobs/index.ts'
import * as accounts from './account.store.ts'
import * as codes from './code.store.ts'
import { exportPath } from './export.job.ts'
import { purgeAttempts } from './login-attempts.ts'
import { idleCutoff, latestSessionEnd } from './session.service.ts'
import * as sessions from './session.store.ts'
import * as sso from './sso.store.ts'

const DAY_MS = 24 * 60 * 60_000
const EXPORT_RETENTION_DAYS = 7
const REMOVAL_DELAY_DAYS = 30
const CODE_RETENTION_DAYS = 2
const SIGN_ON_RETENTION_DAYS = 1

/**
 * Describes the job that deletes expired data: accounts 30 days after their deletion was requested, exports 7 days
 * after their job ended, ended sessions, old codes and log-in attempts, and what the features purge.
 */
export const purge = {
  name: 'user.purge',
  title: '清理到期的数据',
  payload: z.object({}),
  attempts: 3,
}

/** Creates the purge job from the data that the features hold. It deletes nothing while the clock may be wrong. */
export const purgeJob = (features: PersonalData[]): Job<z.ZodObject> => ({
  ...purge,
  run: async (ctx) => {
    if (await hasClockLeapt(ctx, purge.name)) {
      ctx.log.warn('the clock is more than a year ahead of the last purge: nothing is purged for a day')
      return
    }
    const now = ctx.now()
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
    // A deletion time more than 31 days ahead was set by a wrong clock: the 30 days begin now.
    await accounts.clampDeletionTimes(
      ctx.db,
      latestPlausible(now, (REMOVAL_DELAY_DAYS + 1) * DAY_MS),
      latestPlausible(now, REMOVAL_DELAY_DAYS * DAY_MS),
    )
    for (const id of await accounts.listAccountsToRemove(ctx.db, now.toISOString()))
      await transact(ctx, async (ctx) => {
        for (const feature of features) await feature.erase?.(ctx, id)
        await accounts.removeAccount(ctx.db, id)
      })
    await sessions.removeExpiredSessions(ctx.db, {
      now: now.toISOString(),
      latest_end: latestSessionEnd(now),
      idle_since: idleCutoff(now),
    })
    await codes.removeCodesBefore(ctx.db, daysAgo(CODE_RETENTION_DAYS))
    await purgeAttempts(ctx)
    await sso.removeStatesBefore(ctx.db, daysAgo(SIGN_ON_RETENTION_DAYS))
    for (const feature of features) await feature.purge?.(ctx)
    for (const id of await removeEndedJobsBefore(ctx, daysAgo(EXPORT_RETENTION_DAYS)))
      await ctx.providers.files.remove(exportPath(id))
  },
})
