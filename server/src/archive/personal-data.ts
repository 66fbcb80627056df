import type { BaseContext } from '../platform/context/context.ts'
import type { PersonalData } from '../platform/context/personal-data.ts'
import { CLOCK_SKEW_MS, latestPlausible } from '../platform/foundation/clock.ts'
import * as archives from './archive/archive.store.ts'
import { EXPORT_FOLDER, exportPath } from './export/export.job.ts'
import { exportCutoff } from './export/export.service.ts'
import { IMPORT_FOLDER, importPath } from './import/run-import.ts'

/** Lifetime of import reports in milliseconds. */
const REPORT_TTL_MS = 30 * 24 * 60 * 60_000
/**
 * Minimum age in milliseconds of an orphaned archive; a newer file may belong to work whose row is not committed yet.
 */
const ORPHAN_GRACE_MS = 60 * 60_000

/**
 * Removes exports older than a day, import reports older than thirty days, and archives without an export or import.
 */
async function purgeArchives(ctx: BaseContext): Promise<void> {
  const expired = await archives.removeExports(
    ctx.db,
    exportCutoff(ctx),
    latestPlausible(ctx.now(), CLOCK_SKEW_MS),
  )
  for (const job_id of expired) await ctx.providers.files.remove(exportPath(job_id))
  await archives.removeImports(ctx.db, new Date(ctx.now().getTime() - REPORT_TTL_MS).toISOString())
  const stored_before = ctx.now().getTime() - ORPHAN_GRACE_MS
  const files = [
    ...(await ctx.providers.files.list(EXPORT_FOLDER)),
    ...(await ctx.providers.files.list(IMPORT_FOLDER)),
  ].filter(({ stored_at }) => stored_at.getTime() < stored_before)
  const exports = [...(await archives.listExportJobs(ctx.db))].map(exportPath)
  const imports = [...(await archives.listOpenImports(ctx.db))].map(importPath)
  const referenced = new Set([...exports, ...imports])
  for (const { name } of files) if (!referenced.has(name)) await ctx.providers.files.remove(name)
}

/** What people may get of their exports and imports of datasets, and how expired ones are purged. */
export const archiveData: PersonalData = {
  export: [
    {
      file: 'base-archives.json',
      note: '知识库的导出和导入记录',
      gather: async (ctx, user_id) => ({
        exports: await archives.listExports(ctx.db, user_id),
        imports: (await archives.listImports(ctx.db, user_id)).map(({ places: _, ...row }) => row),
      }),
    },
  ],
  purge: purgeArchives,
}
