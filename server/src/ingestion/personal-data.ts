import type { BaseContext } from '../context/context.ts'
import type { PersonalData } from '../context/personal-data.ts'
import { disownParses, removeUnusedParses } from '../parses/index.ts'

/** What people own of parsing is documents and files, which datasets and files tell of. */
export const ingestionData: PersonalData = {
  erase: (ctx: BaseContext, user_id) => disownParses(ctx, user_id),
  purge: removeUnusedParses,
}
