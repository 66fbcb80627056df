import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { checkReferences } from './check.service.ts'
import { parseList } from './parse-list.service.ts'

/** Splitting a pasted reference list into entries, and checking them against records. */
export const referencesRoutes = implement(api.references, { parse: parseList, check: checkReferences })
