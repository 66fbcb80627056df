import { datasetsByPaper } from './knowledge/datasets/index.ts'
import type { BaseContext } from './platform/context/context.ts'
import { viewedAmong } from './reading/views/index.ts'

/**
 * Loads what a reader has done with papers: which were viewed, and which of the reader's datasets hold each. It is
 * injected into the context as `readerMarks`, because the papers feature must not depend on datasets or history.
 */
export const loadReaderState: NonNullable<BaseContext['readerMarks']> = async (db, user_id, paper_ids) => {
  const [viewed, dataset_ids] = await Promise.all([
    viewedAmong({ db }, user_id, paper_ids),
    datasetsByPaper({ db }, user_id, paper_ids),
  ])
  return { viewed, dataset_ids }
}
