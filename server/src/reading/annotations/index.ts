// Marks and notes in what people read.
export { annotationsOfDocument } from './export/export.service.ts'
export { bringAnnotations } from './import/import.service.ts'
export { annotatedDocuments } from './marks/annotation.service.ts'
