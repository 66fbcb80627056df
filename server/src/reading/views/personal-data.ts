import type { PersonalData } from '../../platform/context/personal-data.ts'
import * as views from './view.store.ts'

/** The papers and documents that a user viewed, in the export of personal data. */
export const viewsData: PersonalData = {
  export: [
    {
      file: 'views.json',
      note: '浏览记录',
      gather: async (ctx, user_id) => [
        ...(await views.listByUser(ctx.db, user_id)),
        ...(await views.listDocumentsByUser(ctx.db, user_id)),
      ],
    },
  ],
}
