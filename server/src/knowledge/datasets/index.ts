// Lists of papers and knowledge bases: who may read them, and what is put into them.
export { allDatasets, binBegins, privateId, roomFor } from './dataset.service.ts'
export { readableDocuments, slim, toDocuments } from './document.service.ts'
export { documentRecords } from './document-record.ts'
export { touch } from './folder.service.ts'
export { findFolders, folderOfPath, foldersOfDocument, placeDocuments } from './folder-path.ts'
export { datasetsHolding } from './holding.ts'
export { addPaperDocuments } from './keep.service.ts'
export { newDocument } from './new-document.ts'
export { type DatasetPart, wholePart } from './part.ts'
export {
  asNoDocument,
  mayEdit,
  mayReadDataset,
  requireDataset,
  requireDocuments,
  requireOwnDocument,
  roleOf,
} from './role.ts'
export { requireSpace } from './space.ts'
export { requestStarters } from './starter.job.ts'
export { ensureStarterDatasets } from './starter.ts'
export {
  baseDocuments,
  baseLimits,
  baseOutline,
  makeBase,
  placeInBase,
} from './whole-base.ts'
