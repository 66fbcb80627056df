import { searchApi } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { listEngines } from './engines.service.ts'
import { searchSerialized } from './search.service.ts'
import { suggestQueries } from './suggest.service.ts'

/** The calls of the search screen. */
export const searchRoutes = implement(searchApi, {
  search: searchSerialized,
  suggest: suggestQueries,
  engines: listEngines,
})
