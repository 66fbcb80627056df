import type { BaseContext } from '../context/context.ts'
import * as views from './view.store.ts'

/** Which of these papers the reader has looked at; none without a reader. */
export async function viewedAmong(
  { db, actor }: Pick<BaseContext, 'db'> & { actor: { id: string } | null },
  paper_ids: string[],
): Promise<Set<string>> {
  return new Set(actor ? await views.among(db, actor.id, paper_ids) : [])
}
