import { papersApi } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { listCitedBy, listReferences } from './citation-link.service.ts'
import { getPapers } from './paper.service.ts'

export const papersRoutes = implement(papersApi, {
  byIds: getPapers,
  references: listReferences,
  citedBy: listCitedBy,
})
