// Lists of papers and knowledge bases: who may read them, and what is put into them.
export { allDatasets } from './dataset.service.ts'
export { datasetsHolding } from './holding.service.ts'
export { wholePart } from './part.service.ts'
export { requireDataset, requireDocuments } from './role.service.ts'
export { ensureStarterDatasets } from './starter.service.ts'
export { requestStarters } from './starter-request.service.ts'
