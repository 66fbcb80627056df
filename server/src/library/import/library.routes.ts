import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { setNoticeWatch } from '../retractions/index.ts'
import { listBrokenRecords, listImports, rebuildIndex, startImport } from './import.service.ts'
import { listMerges, undoMerge } from './merge.service.ts'
import { countNotices } from './notice-table.service.ts'
import { importRankList, listRankLists, removeRankList } from './rank.service.ts'

/** The administrators' work on the library: imports, merged records, rank lists and the search index. */
export const libraryRoutes = implement(api.library, {
  startImport,
  imports: listImports,
  brokenRecords: listBrokenRecords,
  merges: listMerges,
  undoMerge,
  rebuildIndex,
  retractions: countNotices,
  watchRetractions: setNoticeWatch,
  importRanks: importRankList,
  ranks: listRankLists,
  removeRanks: removeRankList,
})
