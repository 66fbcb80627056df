import { api } from '@scinav/contract'
import { listDisciplines, listEsiDisciplines } from '../../library/dictionaries/index.ts'
import { implement } from '../../platform/http/implement.ts'
import { askLater, readPreferences, savePreferences } from './preference.service.ts'
import {
  listSubscriptions,
  saveSubscriptions,
  subscriptionPapers,
  subscriptionPreview,
} from './subscription.service.ts'
import { listTopics } from './topic.service.ts'

export const preferencesRoutes = implement(api.preferences, {
  disciplines: listDisciplines,
  esiDisciplines: listEsiDisciplines,
  topics: listTopics,
  savePreferences,
  preferences: readPreferences,
  askLater,
  saveSubscriptions,
  subscriptions: listSubscriptions,
  subscriptionPapers,
  subscriptionPreview,
})
