import type { BaseContext } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'
import * as marks from './mark.store.ts'
import * as prompts from './prompt.store.ts'

/** Collects a user's prompts and marked applications for the export. */
export async function gatherTools(ctx: Pick<BaseContext, 'db'>, user_id: string) {
  const [own, marked] = await Promise.all([
    prompts.listByUser(ctx.db, user_id),
    marks.listByUser(ctx.db, user_id),
  ])
  return { prompts: own.map(({ user_id: _, ...prompt }) => prompt), marks: marked }
}

/** The prompts and marked applications of a user, in the export of personal data. */
export const toolData: PersonalData = {
  export: [{ file: 'tools.json', note: '提示词与收藏的应用', gather: gatherTools }],
}
