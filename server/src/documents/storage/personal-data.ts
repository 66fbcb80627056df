import type { PersonalData } from '../../platform/context/personal-data.ts'
import * as files from './file.store.ts'
import { removeOrphanedBytes } from './stored-bytes.ts'

/**
 * What saved files hold about people. The export has the facts about each file, without the ids that only this
 * installation uses; people download the contents one by one.
 *
 * There is no `erase`: the rows of a person's files reference the account, so the database deletes them with it. Their
 * bytes then belong to no row, and the next `purge`, which runs hourly, removes them.
 */
export const fileData: PersonalData = {
  export: [
    {
      file: 'files.json',
      note: '保存的文件（名称、大小与校验值；原文件可逐个下载）',
      gather: async (ctx, user_id) =>
        (await files.listByUser(ctx.db, user_id)).map(({ user_id: _, bytes_id: __, ...row }) => row),
    },
  ],
  purge: removeOrphanedBytes,
}
