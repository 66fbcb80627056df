import { api } from '@scinav/contract'
import type { CasesOf, Scene } from './case.ts'

/** Nothing listens there: a test of it fails at once, and says so. */
const MODEL = {
  name: '校内模型',
  base_url: 'http://127.0.0.1:1/v1',
  model: 'qwen',
  api_key: 'sk-of-the-case-0001',
}

const saved = async ({ ada }: Scene) => ({ id: (await ada.call(api.models.save, MODEL)).id })

export const modelsCases: CasesOf<typeof api.models> = {
  list: { valid: () => ({}) },
  save: {
    valid: () => MODEL,
    bad: { name: '', base_url: 'ftp://x', model: '', context_tokens: 1, kind: 'poem' },
  },
  remove: { valid: saved, bad: { id: 'x'.repeat(65) } },
  test: { valid: saved, bad: { id: 'x'.repeat(65) } },
  setDefault: { valid: saved, bad: { id: 'x'.repeat(65) } },
  mapApplication: {
    valid: async (scene) => ({ application_id: 'qa', model_ids: [(await saved(scene)).id] }),
    bad: { application_id: 'qa', model_ids: 7 },
  },
}
