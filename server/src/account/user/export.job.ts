import { strToU8, zipSync } from 'fflate'
import { z } from 'zod'
import type { PersonalData, PersonalFile } from '../../platform/context/personal-data.ts'
import type { Job } from '../../platform/jobs/index.ts'
import * as accounts from './account.store.ts'
import * as addresses from './known-address.store.ts'
import { toUser } from './profile.service.ts'
import * as sessions from './session.store.ts'
import * as settings from './setting.store.ts'
import * as sso from './sso.store.ts'
import * as tokens from './token.store.ts'

const exportPayload = z.object({ user_id: z.string() })

/** Returns the name of the zip file of an export. */
export const exportPath = (job_id: string) => `exports/${job_id}.zip`

/** The files about the account itself; hashes of secrets are left out. */
const accountFiles: PersonalFile[] = [
  {
    file: 'account.json',
    note: '账号资料',
    gather: async (ctx, user_id) => {
      const row = await accounts.findAccount(ctx.db, user_id)
      if (!row) throw new Error('the account is gone')
      return { ...toUser(row), created_at: row.created_at, updated_at: row.updated_at }
    },
  },
  {
    file: 'sessions.json',
    note: '登录记录',
    gather: async (ctx, user_id) =>
      (await sessions.listSessionsOfUser(ctx.db, user_id)).map(
        ({ token_hash: _token, ...session }) => session,
      ),
  },
  {
    file: 'sign-ons.json',
    note: '绑定的统一身份认证',
    gather: async (ctx, user_id) =>
      (await sso.listIdentitiesOfUser(ctx.db, user_id)).map(({ user_id: _, ...identity }) => identity),
  },
  {
    file: 'known-addresses.json',
    note: '登录过的网络地址',
    gather: async (ctx, user_id) =>
      (await addresses.listAddressesOfUser(ctx.db, user_id)).map(({ user_id: _, ...address }) => address),
  },
  {
    file: 'settings.json',
    note: '个人设置',
    gather: async (ctx, user_id) =>
      (await settings.listSettingsOfUser(ctx.db, user_id)).map(({ value, ...setting }) => ({
        ...setting,
        value: JSON.parse(value),
      })),
  },
  {
    file: 'tokens.json',
    note: '访问令牌',
    gather: async (ctx, user_id) =>
      (await tokens.listTokensOfUser(ctx.db, user_id)).map(({ token_hash: _hash, ...token }) => token),
  },
]

/**
 * Describes the job that packs everything stored about a person into one zip file, apart from `run`, which needs the
 * features. A person's exports run one at a time.
 */
export const exportData = {
  name: 'user.export',
  title: '导出我的数据',
  payload: exportPayload,
  attempts: 3,
  one_by_one: true as const,
}

/** Creates the export job; `features` contribute their files after those of the account. */
export const exportJob = (features: PersonalData[]): Job<typeof exportPayload> => ({
  ...exportData,
  run: async (ctx, { user_id }) => {
    const files = [...accountFiles, ...features.flatMap((feature) => feature.export ?? [])]
    const zipEntries: Record<string, Uint8Array> = {}
    for (const [index, { file, note, gather }] of files.entries()) {
      ctx.job.signal.throwIfAborted()
      await ctx.job.report(index / files.length, `正在整理${note}`)
      zipEntries[file] = strToU8(JSON.stringify(await gather(ctx, user_id), null, 2))
    }
    await ctx.providers.files.put(exportPath(ctx.job.id), zipSync(zipEntries))
  },
})
