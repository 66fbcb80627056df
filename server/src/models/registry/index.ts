// Language models: which one works for whom, whose quota it uses, and whose consent it needs.

export {
  createAvailabilityCheck,
  type ExternalHost,
  getChatModel,
  getCheckModel,
  getEmbeddingModel,
  getLibraryEmbeddingModel,
  getRerankModel,
  listModelChoices,
  listSearchHosts,
  modelWithConsent,
  requireConsent,
} from './model-choice.ts'
export { getTokenUsage } from './quota.ts'
export { testAllModels } from './test-model.service.ts'
