import { api } from '@scinav/contract'
import { addSearch, listSearches, removeSearches } from '../history/search-log.service.ts'
import { listViews, logView, removeViews } from '../history/view.service.ts'
import { implement } from '../http/implement.ts'
import { listCitedBy, listReferences } from './citation-link.service.ts'
import { listEngines } from './engines.service.ts'
import { relatedInterests } from './interests.service.ts'
import { searchJournals } from './journal.service.ts'
import { journalClasses } from './journal-class.service.ts'
import { notInterested } from './not-interested.service.ts'
import { byIds } from './paper.service.ts'
import { recommend } from './recommend.service.ts'
import { listRelated } from './related.service.ts'
import { searchWritten } from './search.service.ts'
import { suggest } from './suggest.service.ts'

export const papersRoutes = implement(api.papers, {
  search: searchWritten,
  suggest,
  engines: listEngines,
  byIds,
  related: listRelated,
  interests: relatedInterests,
  recommend,
  notInterested,
  logView,
  views: listViews,
  removeViews,
  addSearch,
  searches: listSearches,
  removeSearches,
  references: listReferences,
  citedBy: listCitedBy,
  journalClasses,
  journals: searchJournals,
})
