import { api } from '@scinav/contract'
import type { CallCases, CaseScene } from './case.ts'

/** A model at an address where nothing listens: testing it fails at once with a message. */
const SAMPLE_MODEL = {
  name: '校内模型',
  base_url: 'http://127.0.0.1:1/v1',
  model: 'qwen',
  api_key: 'sk-of-the-case-0001',
}

const saveSampleModel = async ({ ada }: CaseScene) => ({
  id: (await ada.call(api.models.save, SAMPLE_MODEL)).id,
})

// On servers of their own: with a model that does not answer, the researches of other cases would wait for it.
export const modelsCases: CallCases<typeof api.models> = {
  list: { valid: () => ({}) },
  save: {
    valid: () => SAMPLE_MODEL,
    bad: { name: '', base_url: 'ftp://x', model: '', context_tokens: 1, kind: 'poem' },
    alone: true,
  },
  remove: { valid: saveSampleModel, bad: { id: 'x'.repeat(65) }, alone: true },
  test: { valid: saveSampleModel, bad: { id: 'x'.repeat(65) }, alone: true },
  setDefault: { valid: saveSampleModel, bad: { id: 'x'.repeat(65) }, alone: true },
  mapApplication: {
    valid: async (scene) => ({ application_id: 'qa', model_ids: [(await saveSampleModel(scene)).id] }),
    bad: { application_id: 'qa', model_ids: 7 },
    alone: true,
  },
}

/** Two models at an address where nothing listens: both fail at once with a message. */
export const modelComparisonCases: CallCases<typeof api.modelComparison> = {
  compare: {
    valid: async (scene) => ({
      question: 'attention',
      model_ids: [(await saveSampleModel(scene)).id, (await saveSampleModel(scene)).id],
    }),
    bad: { question: '', model_ids: ['x'] },
    alone: true,
  },
}
