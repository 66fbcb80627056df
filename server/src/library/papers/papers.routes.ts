import { papersApi } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { listCitedBy, listReferences } from './citation-link.service.ts'
import { getPapers } from './paper.service.ts'

/** Papers by id, and the papers that they cite or that cite them. */
export const papersRoutes = implement(papersApi, {
  byIds: getPapers,
  references: listReferences,
  citedBy: listCitedBy,
})
