import { datasetsByPaper } from '../../knowledge/datasets/index.ts'
import type { BaseContext } from '../../platform/context/context.ts'
import * as views from './view.store.ts'

/** Returns which of these papers a reader has viewed, and which of the reader's datasets hold them. */
export const loadReaderState: NonNullable<BaseContext['readerMarks']> = async (db, user_id, paper_ids) => {
  const [viewed, dataset_ids] = await Promise.all([
    views.filterViewed(db, user_id, paper_ids),
    datasetsByPaper({ db }, user_id, paper_ids),
  ])
  return { viewed: new Set(viewed), dataset_ids }
}
