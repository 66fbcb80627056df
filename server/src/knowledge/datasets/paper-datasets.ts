import type { BaseContext } from '../../platform/context/context.ts'
import * as holdings from './paper-datasets.store.ts'

/** Returns, by paper, the user's own datasets that contain it. */
export async function datasetsByPaper(
  { db }: Pick<BaseContext, 'db'>,
  user_id: string,
  paper_ids: string[],
): Promise<Map<string, string[]>> {
  const rows = await holdings.findDatasetsOfPapers(db, paper_ids, user_id)
  const byPaper = Map.groupBy(rows, (row) => row.paper_id ?? '')
  return new Map([...byPaper].map(([paper_id, list]) => [paper_id, list.map((row) => row.dataset_id)]))
}
