import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { exportAnnotations } from './export/export.service.ts'
import { importAnnotations } from './import/import.service.ts'
import {
  createAnnotation,
  listAnnotations,
  removeAnnotations,
  updateAnnotation,
} from './marks/annotation.service.ts'

/** The calls of annotations on documents and papers. */
export const annotationsRoutes = implement(api.annotations, {
  list: listAnnotations,
  create: createAnnotation,
  update: updateAnnotation,
  remove: removeAnnotations,
  export: exportAnnotations,
  import: importAnnotations,
})
