import { papersApi } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { listCitedBy, listReferences } from './citation-link.service.ts'
import { byIds } from './paper.service.ts'

export const papersRoutes = implement(papersApi, {
  byIds,
  references: listReferences,
  citedBy: listCitedBy,
})
