import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { compareModels } from './comparison.service.ts'

/** The call by which an operator compares the answers of two models. */
export const comparisonRoutes = implement(api.modelComparison, { compare: compareModels })
