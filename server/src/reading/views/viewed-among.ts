import type { BaseContext } from '../../platform/context/context.ts'
import * as views from './view.store.ts'

/** Returns those of the papers that a user has viewed. */
export async function viewedAmong(
  { db }: Pick<BaseContext, 'db'>,
  user_id: string,
  paper_ids: string[],
): Promise<Set<string>> {
  return new Set(await views.filterViewed(db, user_id, paper_ids))
}
