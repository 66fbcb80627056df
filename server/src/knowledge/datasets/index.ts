// Datasets (reading lists and knowledge bases): access rights and contents.

export { requireCapacity } from './capacity.ts'
export { binCutoff, getPrivateDatasetId, listAllDatasets, resolvePlacement } from './dataset.service.ts'
export { type DatasetPart, expandDatasetPart } from './dataset-part.ts'
export { readableDocuments, toDocuments, trimListRow } from './document.service.ts'
export { loadDocumentRecords } from './document-record.ts'
export { touchDataset } from './folder.service.ts'
export { ensureFolderPath, findFolders, listFoldersOfDocument, placeDocuments } from './folder-path.ts'
export { buildDocumentRow } from './new-document.ts'
export { datasetsByPaper } from './paper-datasets.ts'
export { addPaperDocuments } from './paper-documents.service.ts'
export {
  mayEdit,
  mayReadDataset,
  requireDataset,
  requireDocuments,
  requireOwnDocument,
  roleOf,
  throwAsMissingDocument,
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
