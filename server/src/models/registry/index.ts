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
} from './choose.ts'
export { ifAgreed, requireAgreed } from './consent.ts'
export { tryAllModels } from './try-model.service.ts'
