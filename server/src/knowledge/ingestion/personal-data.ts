import { clearParseOwner, removeUnusedParses } from '../../documents/parse-results/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import type { PersonalData } from '../../platform/context/personal-data.ts'

/** Parses hold no data of their own to export: a user's documents and files are exported by datasets and files. */
export const ingestionData: PersonalData = {
  erase: (ctx: BaseContext, user_id) => clearParseOwner(ctx, user_id),
  purge: removeUnusedParses,
}
