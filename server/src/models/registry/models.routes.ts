import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { listModels, mapApplication, removeModel, saveModel, setDefaultModel } from './model-admin.service.ts'
import { testModel } from './test-model.service.ts'

export const modelsRoutes = implement(api.models, {
  list: listModels,
  save: saveModel,
  remove: removeModel,
  test: testModel,
  setDefault: setDefaultModel,
  mapApplication,
})
