import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { exportList, listStyles, previewList } from './citation.service.ts'

/** Printing and exporting reference lists. */
export const citationRoutes = implement(api.citation, {
  export: exportList,
  preview: previewList,
  styles: listStyles,
})
