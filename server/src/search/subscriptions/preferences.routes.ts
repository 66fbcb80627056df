import { api } from '@scinav/contract'
import { listDisciplines, listEsiDisciplines } from '../../library/dictionaries/index.ts'
import { implement } from '../../platform/http/implement.ts'
import { getPreferences, savePreferences, snoozeWizard } from './preference.service.ts'
import {
  listSubscriptionPapers,
  listSubscriptions,
  previewSubscription,
  saveSubscriptions,
} from './subscription.service.ts'
import { listTopics } from './topic.service.ts'

/** The calls of preferences, topics and subscriptions. */
export const preferencesRoutes = implement(api.preferences, {
  disciplines: listDisciplines,
  esiDisciplines: listEsiDisciplines,
  topics: listTopics,
  savePreferences,
  preferences: getPreferences,
  askLater: snoozeWizard,
  saveSubscriptions,
  subscriptions: listSubscriptions,
  subscriptionPapers: listSubscriptionPapers,
  subscriptionPreview: previewSubscription,
})
