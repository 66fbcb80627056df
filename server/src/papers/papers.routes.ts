import { api } from '@scinav/contract'
import { addSearch, listSearches, removeSearches } from '../history/search-log.service.ts'
import { listViews, logView, removeViews } from '../history/view.service.ts'
import { implement } from '../http/implement.ts'
import { byIds } from './paper.service.ts'
import { search } from './search.service.ts'

const { search: find, byIds: list, logView: look, views: looks, removeViews: forget } = api.papers
const { addSearch: note, searches: notes, removeSearches: drop } = api.papers

export const papersRoutes = implement(
  { find, list, look, looks, forget, note, notes, drop },
  {
    find: search,
    list: byIds,
    look: logView,
    looks: listViews,
    forget: removeViews,
    note: addSearch,
    notes: listSearches,
    drop: removeSearches,
  },
)
