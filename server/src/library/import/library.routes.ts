import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { brokenRecords, listImports, rebuildIndex, startImport } from './import.service.ts'
import { listMerges, undoMerge } from './merge.service.ts'
import { importRanks, listRanks, removeRanks } from './rank.service.ts'

export const libraryRoutes = implement(api.library, {
  startImport,
  imports: listImports,
  brokenRecords,
  merges: listMerges,
  undoMerge,
  rebuildIndex,
  importRanks,
  ranks: listRanks,
  removeRanks,
})
