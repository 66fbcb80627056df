import { searchApi } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { listEngines } from './engines.service.ts'
import { searchWritten } from './search.service.ts'
import { suggest } from './suggest.service.ts'

export const searchRoutes = implement(searchApi, {
  search: searchWritten,
  suggest,
  engines: listEngines,
})
