import type { PersonalData } from '../../platform/context/personal-data.ts'
import * as files from './file.store.ts'
import { removeOrphanedBytes } from './stored-bytes.ts'

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
