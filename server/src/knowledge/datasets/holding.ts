import type { BaseContext } from '../../platform/context/context.ts'
import * as holdings from './holding.store.ts'

/** Which of somebody's own datasets hold each of these papers. */
export async function datasetsHolding(
  { db }: Pick<BaseContext, 'db'>,
  user_id: string,
  paper_ids: string[],
): Promise<Map<string, string[]>> {
  const rows = await holdings.ofPapers(db, paper_ids, user_id)
  const byPaper = Map.groupBy(rows, (row) => row.paper_id ?? '')
  return new Map([...byPaper].map(([paper_id, list]) => [paper_id, list.map((row) => row.dataset_id)]))
}
