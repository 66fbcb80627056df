import type { PersonalData } from '../../platform/context/personal-data.ts'
import * as calls from './call.store.ts'

/** How long the records of tool calls are kept. */
const CALL_RETENTION_MS = 90 * 24 * 60 * 60_000

/** Export of tool calls, which are deleted after 90 days. */
export const mcpData: PersonalData = {
  export: [
    {
      file: 'tool-calls.json',
      note: '工具调用记录',
      gather: async (ctx, user_id) =>
        (await calls.listByUser(ctx.db, user_id)).map((row) => ({ ...row, ok: row.ok === 1 })),
    },
  ],
  purge: (ctx) => calls.removeBefore(ctx.db, new Date(ctx.now().getTime() - CALL_RETENTION_MS).toISOString()),
}
