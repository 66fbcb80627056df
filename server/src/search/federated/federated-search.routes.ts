import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { searchFederated } from './federated-search.service.ts'
import { keepFoundWorks } from './keep-works.service.ts'

/** The calls of the search in the library and outside engines at once. */
export const federatedSearchRoutes = implement(api.combine, { search: searchFederated, keep: keepFoundWorks })
