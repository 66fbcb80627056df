import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { checkReferences } from './check.service.ts'
import { parseList } from './parse-list.service.ts'

export const referencesRoutes = implement(api.references, { parse: parseList, check: checkReferences })
