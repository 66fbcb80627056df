import type { BaseContext } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'
import * as positions from './position.store.ts'
import * as translations from './translation.store.ts'

/** Collects a user's reading positions and glossary for the export. */
async function gatherReading(ctx: Pick<BaseContext, 'db'>, user_id: string) {
  const rows = await positions.listByUser(ctx.db, user_id)
  return {
    positions: rows.map(({ target_id, position, updated_at }) => ({
      target_id,
      ...JSON.parse(position),
      updated_at,
    })),
    glossary: await translations.findGlossary(ctx.db, user_id),
  }
}

/** The reading positions and the glossary of a user, in the export of personal data. */
export const readingData: PersonalData = {
  export: [{ file: 'reading.json', note: '阅读位置与自己的术语表', gather: gatherReading }],
}
