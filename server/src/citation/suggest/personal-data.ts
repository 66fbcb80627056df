import type { BaseContext } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'
import * as manuscripts from './manuscript.store.ts'

/** Exports a user's manuscripts with their accepted references. */
async function exportManuscripts({ db }: Pick<BaseContext, 'db'>, user_id: string) {
  const found: object[] = []
  for (const { id } of await manuscripts.listByUser(db, user_id)) {
    const row = await manuscripts.find(db, user_id, id)
    if (row) found.push({ ...row, state: JSON.parse(row.state) })
  }
  return found
}

/** Manuscripts in the export of a user's data; the database deletes them with the account. */
export const citingData: PersonalData = {
  export: [{ file: 'manuscripts.json', note: 'AI 引文的文稿与已采纳的引用', gather: exportManuscripts }],
}
