import { datasetsByPaper } from './knowledge/datasets/index.ts'
import type { BaseContext } from './platform/context/context.ts'
import { viewedAmong } from './reading/views/index.ts'

/** What a reader has done with papers. Papers know neither datasets nor history; this is above them all. */
export const loadReaderState: NonNullable<BaseContext['readerMarks']> = async (db, user_id, paper_ids) => {
  const [viewed, dataset_ids] = await Promise.all([
    viewedAmong({ db }, user_id, paper_ids),
    datasetsByPaper({ db }, user_id, paper_ids),
  ])
  return { viewed, dataset_ids }
}
