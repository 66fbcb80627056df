import { api } from '@scinav/contract'
import { implement } from '../http/implement.ts'
import { checkList, parseList } from './check.service.ts'

export const referencesRoutes = implement(api.references, { parse: parseList, check: checkList })
