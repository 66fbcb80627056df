// Language models: which one works for whom, on whose account, with whose consent.
export {
  chatModelFor,
  embeddingModel,
  embeddingModelFor,
  type Hosted,
  modelChoices,
  modelsThere,
  rerankModelFor,
  searchHosts,
} from './choose.service.ts'
export { ifAgreed, requireAgreed } from './consent.service.ts'
export { tryAllModels } from './try-model.service.ts'
