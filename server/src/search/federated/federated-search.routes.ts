import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { keepFoundWorks, searchFederated } from './federated-search.service.ts'

export const federatedSearchRoutes = implement(api.combine, { search: searchFederated, keep: keepFoundWorks })
