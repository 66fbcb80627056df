import { api } from '@scinav/contract'
import { implement } from '../http/implement.ts'
import { brokenRecords, listImports, rebuildIndex, startImport } from './import.service.ts'
import { listMerges, undoMerge } from './merge.service.ts'

const {
  startImport: start,
  imports,
  brokenRecords: broken,
  merges,
  undoMerge: undo,
  rebuildIndex: rebuild,
} = api.library

export const libraryRoutes = implement(
  { start, imports, broken, merges, undo, rebuild },
  {
    start: startImport,
    imports: listImports,
    broken: brokenRecords,
    merges: listMerges,
    undo: undoMerge,
    rebuild: rebuildIndex,
  },
)
