import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { addFiles } from './add.service.ts'
import { checkFiles, getDocumentProgress, listDeleted } from './document-status.service.ts'
import { operateDocument, removeDocument } from './operate.service.ts'
import { getParseState, parseFile } from './parse-file.service.ts'

/** Adding files to datasets, changing them as documents, and following how they are parsed. */
export const ingestionRoutes = implement(api.ingestion, {
  add: addFiles,
  check: checkFiles,
  operate: operateDocument,
  remove: removeDocument,
  bin: listDeleted,
  progress: getDocumentProgress,
  parseFile,
  parseState: getParseState,
})
