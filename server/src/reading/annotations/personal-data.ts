import type { BaseContext } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'
import * as annotations from './marks/annotation.store.ts'

async function gatherAnnotations(ctx: Pick<BaseContext, 'db'>, user_id: string) {
  return (await annotations.listByUser(ctx.db, user_id)).map(({ user_id: _, ...row }) => ({
    ...row,
    boxes: JSON.parse(row.boxes),
    tags: JSON.parse(row.tags),
  }))
}

/** The annotations of a user, in the export of personal data. */
export const annotationData: PersonalData = {
  export: [{ file: 'annotations.json', note: '批注与笔记', gather: gatherAnnotations }],
}
