import type { BaseContext } from '../context/context.ts'
import * as holdings from './holding.store.ts'

/** Which of the reader's own datasets hold each of these papers; nothing without a reader. */
export async function datasetsHolding(
  { db, actor }: Pick<BaseContext, 'db'> & { actor: { id: string } | null },
  paper_ids: string[],
): Promise<Map<string, string[]>> {
  if (!actor) return new Map()
  const rows = await holdings.ofPapers(db, paper_ids, actor.id)
  const byPaper = Map.groupBy(rows, (row) => row.paper_id ?? '')
  return new Map([...byPaper].map(([paper_id, list]) => [paper_id, list.map((row) => row.dataset_id)]))
}
