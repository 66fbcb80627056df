import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { keepFoundWorks, searchFederated } from './federated-search.service.ts'

/** The calls of the search in the library and outside engines at once. */
export const federatedSearchRoutes = implement(api.combine, { search: searchFederated, keep: keepFoundWorks })
