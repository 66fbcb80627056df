// Datasets (reading lists and knowledge bases): access rights and contents.

export { requireCapacity } from './capacity.ts'
export { binCutoff, getPrivateDatasetId, listAllDatasets, resolvePlacement } from './dataset.service.ts'
export { type DatasetPart, expandDatasetPart } from './dataset-part.ts'
export { loadDocumentRecords, readableDocuments, toDocuments, trimListRow } from './document.service.ts'
export { buildDocumentRow } from './document-row.ts'
export { touchDataset } from './folder.service.ts'
export { ensureFolderPath, findFolders, listFoldersOfDocument, placeDocuments } from './folder-path.ts'
export { addPaperDocuments, datasetsByPaper } from './paper-documents.service.ts'
export {
  mayEdit,
  mayReadDataset,
  requireDataset,
  requireDocuments,
  requireOwnDocument,
  roleOf,
  throwAsMissingDocument,
  VIEWER_ROLE,
} from './role.ts'
export { requestStarters } from './starter.job.ts'
export { ensureStarterDatasets } from './starter.ts'
export {
  BASE_LIMITS,
  createBase,
  loadBaseOutline,
  placeInBase,
  streamBaseDocuments,
} from './whole-base.ts'
export { datasetUses } from './work-uses.ts'
