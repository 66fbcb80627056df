import { z } from 'zod'
import type { Job, UnfinishedEnd } from '../../platform/jobs/index.ts'
import { endBaseImport, removeArchive, runBaseImport } from './run-import.ts'

const payload = z.object({ import_id: z.string() })

/**
 * Creates a dataset from an archive; after an interruption the next attempt resumes where the last one stopped. When
 * the job is cancelled or every attempt failed, `ended` records why, and `afterEnd` deletes the archive, which
 * `runBaseImport` does itself at the end of a run that completes.
 */
export const importBase: Job<typeof payload> = {
  name: 'base.import',
  title: '导入知识库',
  payload,
  // Each run resumes where the last one ended, so an import completes even when the server is killed often.
  attempts: 100,
  run: (ctx, { import_id }) => runBaseImport(ctx, import_id),
  ended: (ctx, { import_id }, end) =>
    endBaseImport(ctx, import_id, { state: end.state, reason: endReason(end) }),
  afterEnd: (ctx, { import_id }) => removeArchive(ctx, import_id),
}

/** Returns the reason for the user; messages of unexpected errors are English and replaced by a general one. */
function endReason({ state, reason }: UnfinishedEnd): string {
  if (state === 'cancelled') return '已取消，已经导入的留在新知识库里'
  const userReason = /\p{Script=Han}/u.test(reason)
    ? reason
    : '服务器出错了，请重新导入，仍然如此请联系管理员'
  return `导入没有完成：${userReason}。已经导入的留在新知识库里`
}
