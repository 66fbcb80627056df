import { searchHistoryApi } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { addSearch, listSearches, removeSearches } from './search-log.service.ts'

/** The calls of a user's search history. */
export const historyRoutes = implement(searchHistoryApi, {
  addSearch,
  searches: listSearches,
  removeSearches,
})
