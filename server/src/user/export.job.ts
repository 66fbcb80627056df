import { strToU8, zipSync } from 'fflate'
import { z } from 'zod'
import { chatsOf } from '../chat/chat.service.ts'
import { datasetsOf } from '../datasets/personal.service.ts'
import { searchesOf } from '../history/search-log.service.ts'
import { viewsOf } from '../history/view.service.ts'
import type { Job, JobContext } from '../jobs/queue.ts'
import { toolCallsOf } from '../mcp/server.service.ts'
import { modelUsageOf } from '../models/quota.service.ts'
import { interestsOf } from '../preferences/personal.service.ts'
import { tokensOf } from '../tokens/token.service.ts'
import { toolsOf } from '../tools/personal.service.ts'
import { uploadsOf } from '../uploads/upload.service.ts'
import * as accounts from './account.store.ts'
import * as addresses from './known-address.store.ts'
import { toUser } from './profile.service.ts'
import * as sessions from './session.store.ts'
import * as settings from './setting.store.ts'

const payload = z.object({ user_id: z.string() })

/** Where the zip of one export lies. */
export const exportName = (job_id: string) => `exports/${job_id}.zip`

/** One file of the export and how to gather it. Features add theirs. */
interface Part {
  file: string
  note: string
  gather: (ctx: JobContext, user_id: string) => Promise<unknown>
}

const parts: Part[] = [
  {
    file: 'account.json',
    note: '账号资料',
    gather: async (ctx, user_id) => {
      const row = await accounts.byId(ctx.db, user_id)
      if (!row) throw new Error('the account is gone')
      return { ...toUser(row), created_at: row.created_at, updated_at: row.updated_at }
    },
  },
  {
    file: 'sessions.json',
    note: '登录记录',
    gather: async (ctx, user_id) =>
      (await sessions.ofUser(ctx.db, user_id)).map(({ token_hash: _token, ...session }) => session),
  },
  {
    file: 'known-addresses.json',
    note: '登录过的网络地址',
    gather: async (ctx, user_id) =>
      (await addresses.ofUser(ctx.db, user_id)).map(({ user_id: _, ...address }) => address),
  },
  {
    file: 'settings.json',
    note: '个人设置',
    gather: async (ctx, user_id) =>
      (await settings.ofUser(ctx.db, user_id)).map(({ value, ...setting }) => ({
        ...setting,
        value: JSON.parse(value),
      })),
  },
  { file: 'interests.json', note: '偏好与订阅', gather: interestsOf },
  { file: 'searches.json', note: '检索历史', gather: searchesOf },
  { file: 'views.json', note: '浏览记录', gather: viewsOf },
  { file: 'datasets.json', note: '知识库与文献清单', gather: datasetsOf },
  { file: 'tokens.json', note: '访问令牌', gather: tokensOf },
  { file: 'model-usage.json', note: '每天的模型用量', gather: modelUsageOf },
  { file: 'tool-calls.json', note: '工具调用记录', gather: toolCallsOf },
  { file: 'tools.json', note: '提示词与收藏的应用', gather: toolsOf },
  { file: 'chats.json', note: '对话与回答', gather: chatsOf },
  { file: 'uploads.json', note: '上传记录', gather: uploadsOf },
]

/** Packs everything kept about a person into one zip. */
export const exportData: Job<typeof payload> = {
  name: 'user.export',
  title: '导出我的数据',
  payload,
  attempts: 3,
  run: async (ctx, { user_id }) => {
    const files: Record<string, Uint8Array> = {}
    for (const [index, part] of parts.entries()) {
      ctx.job.signal.throwIfAborted()
      await ctx.job.report(index / parts.length, `正在整理${part.note}`)
      files[part.file] = strToU8(JSON.stringify(await part.gather(ctx, user_id), null, 2))
    }
    await ctx.providers.files.put(exportName(ctx.job.id), zipSync(files))
  },
}
