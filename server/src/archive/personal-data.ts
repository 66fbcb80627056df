import type { BaseContext } from '../platform/context/context.ts'
import type { PersonalData } from '../platform/context/personal-data.ts'
import { CLOCK_SKEW_MS, latest } from '../platform/foundation/clock.ts'
import * as archives from './archive/archive.store.ts'
import * as exported from './export/export.job.ts'
import { keptSince } from './export/export.service.ts'
import * as imported from './import/run-import.ts'

/** Reports of imports are there for so long. */
const REPORT_MS = 30 * 24 * 60 * 60_000
/** What came later may belong to work that has not been written down. */
const SETTLED_MS = 60 * 60_000

/** Takes away exports of more than a day, reports of more than thirty, and archives that belong to nothing. */
async function purgeArchives(ctx: BaseContext): Promise<void> {
  const over = await archives.removeExports(ctx.db, keptSince(ctx), latest(ctx.now(), CLOCK_SKEW_MS))
  for (const job_id of over) await ctx.providers.files.remove(exported.archiveName(job_id))
  await archives.removeImports(ctx.db, new Date(ctx.now().getTime() - REPORT_MS).toISOString())
  const settled = ctx.now().getTime() - SETTLED_MS
  const files = [
    ...(await ctx.providers.files.list(exported.FOLDER)),
    ...(await ctx.providers.files.list(imported.FOLDER)),
  ].filter(({ came_at }) => came_at.getTime() < settled)
  const exports = [...(await archives.allExports(ctx.db))].map(exported.archiveName)
  const imports = [...(await archives.openImports(ctx.db))].map(imported.archiveName)
  const wanted = new Set([...exports, ...imports])
  for (const { name } of files) if (!wanted.has(name)) await ctx.providers.files.remove(name)
}

export const archiveData: PersonalData = {
  export: [
    {
      file: 'base-archives.json',
      note: '知识库的导出和导入记录',
      gather: async (ctx, user_id) => ({
        exports: await archives.exportsOf(ctx.db, user_id),
        imports: (await archives.importsOf(ctx.db, user_id)).map(({ places: _, ...row }) => row),
      }),
    },
  ],
  purge: purgeArchives,
}
