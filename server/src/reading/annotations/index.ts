// Annotations and notes on documents and papers.
export { exportDocumentAnnotations } from './export/export.service.ts'
export { importArchivedAnnotations } from './import/import.service.ts'
export { findAnnotatedDocuments } from './marks/annotation.service.ts'
export { annotationUses } from './work-uses.ts'
