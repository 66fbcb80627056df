import { historyApi } from '@scinav/contract'
import { implement } from '../http/implement.ts'
import { addSearch, listSearches, removeSearches } from './search-log.service.ts'
import { listViews, logView, removeViews } from './view.service.ts'

export const historyRoutes = implement(historyApi, {
  logView,
  views: listViews,
  removeViews,
  addSearch,
  searches: listSearches,
  removeSearches,
})
