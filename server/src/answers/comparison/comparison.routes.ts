import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { compareModels } from './comparison.service.ts'

export const comparisonRoutes = implement(api.modelComparison, { compare: compareModels })
