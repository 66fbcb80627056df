import { api } from '@scinav/contract'
import { implement } from '../http/implement.ts'
import { keep, search } from './combine.service.ts'

export const combineRoutes = implement(api.combine, { search, keep })
