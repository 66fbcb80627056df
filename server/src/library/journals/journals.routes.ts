import { journalsApi } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { searchJournals } from './journal.service.ts'
import { listJournalClasses } from './journal-class.service.ts'

export const journalsRoutes = implement(journalsApi, {
  journalClasses: listJournalClasses,
  journals: searchJournals,
})
