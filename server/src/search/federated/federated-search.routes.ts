import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { keep, search } from './federated-search.service.ts'

export const federatedSearchRoutes = implement(api.combine, { search, keep })
