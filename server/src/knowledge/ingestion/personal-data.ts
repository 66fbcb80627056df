import { clearParseOwner, removeUnusedParses } from '../../documents/parse-results/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'

/** What people own of parsing is documents and files, which datasets and files tell of. */
export const ingestionData: PersonalData = {
  erase: (ctx: BaseContext, user_id) => clearParseOwner(ctx, user_id),
  purge: removeUnusedParses,
}
