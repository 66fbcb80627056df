import { z } from 'zod'
import type { Job } from '../../jobs/index.ts'
import { endBaseImport, runBaseImport } from './run-import.ts'

const payload = z.object({ import_id: z.string() })

/** Makes a dataset of an archive; after an interruption it goes on where it was. */
export const importBase: Job<typeof payload> = {
  name: 'base.import',
  title: '导入知识库',
  payload,
  // Each run goes on where the last one ended, so a server that is killed often gets there too.
  attempts: 100,
  run: (ctx, { import_id }) => runBaseImport(ctx, import_id),
  ended: (ctx, { import_id }, { state, reason }) =>
    endBaseImport(ctx, import_id, {
      state,
      reason: state === 'cancelled' ? '已取消，已经导入的留在新知识库里' : `导入没有完成：${reason}`,
    }),
}
