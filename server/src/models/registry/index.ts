// Language models: which one works for whom, on whose account, with whose consent.

export { modelWithConsent, requireConsent } from './consent.ts'
export {
  createAvailabilityCheck,
  type ExternalHost,
  getChatModel,
  getEmbeddingModel,
  getLibraryEmbeddingModel,
  getRerankModel,
  listModelChoices,
  listSearchHosts,
} from './model-choice.ts'
export { testAllModels } from './test-model.service.ts'
