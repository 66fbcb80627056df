import type { BaseContext } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'
import { uploadWindow } from './upload.service.ts'
import * as uploads from './upload.store.ts'

/** Deletes uploads older than 24 hours, and bytes without an upload. */
async function purgeUploads(ctx: BaseContext): Promise<void> {
  // The order matters: an upload that begins meanwhile has its row before its bytes.
  const names = await ctx.providers.uploads.names()
  await uploads.removeExpired(ctx.db, uploadWindow(ctx))
  const known = await uploads.listIds(ctx.db)
  for (const name of names) if (!known.has(name)) await ctx.providers.uploads.remove(name)
}

/** Uploads in the export of a user's data, and the hourly removal of expired ones. */
export const uploadData: PersonalData = {
  export: [
    {
      file: 'uploads.json',
      note: '上传记录',
      gather: async (ctx, user_id) =>
        (await uploads.listByUser(ctx.db, user_id)).map(({ user_id: _, ...row }) => row),
    },
  ],
  purge: purgeUploads,
}
