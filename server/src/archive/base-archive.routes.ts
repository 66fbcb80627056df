import { api } from '@scinav/contract'
import { implement } from '../platform/http/implement.ts'
import { readBaseExport, startBaseExport } from './export/export.service.ts'
import { getBaseImportState, startBaseImport } from './import/import.service.ts'

export const baseArchiveRoutes = implement(api.baseArchive, {
  export: startBaseExport,
  exportFile: readBaseExport,
  import: startBaseImport,
  importState: getBaseImportState,
})
