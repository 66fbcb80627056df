// Lists of papers and knowledge bases: who may read them, and what is put into them.
export { allDatasets } from './dataset.service.ts'
export { datasetsHolding } from './holding.ts'
export { wholePart } from './part.ts'
export { mayReadDataset, requireDataset, requireDocuments } from './role.ts'
export { requestStarters } from './starter.job.ts'
export { ensureStarterDatasets } from './starter.ts'
