import { journalsApi } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { searchJournals } from './journal.service.ts'
import { journalClasses } from './journal-class.service.ts'

export const journalsRoutes = implement(journalsApi, {
  journalClasses,
  journals: searchJournals,
})
