import { api } from '@scinav/contract'
import { realClock } from '../../platform/providers/engines/clock.ts'
import type { OutsideEngine } from '../../platform/providers/engines/port.ts'
import { addPapers } from '../papers.ts'
import { type CallCases, type CaseScene, type Person, UNKNOWN_ID } from './case.ts'

/** An engine that knows one paper and needs no network. */
const smallEngine: OutsideEngine = {
  id: 'crossref',
  name: 'Crossref',
  english: false,
  search: async () => ({
    records: ['{"DOI":"10.1000/x","title":["Graph"],"type":"journal-article"}'],
    total: 1,
  }),
}

function useSmallEngine({ app }: CaseScene): void {
  app.base.providers.engines = { all: [smallEngine], off: false, limit_ms: 8_000, clock: realClock }
}

async function findKey(scene: CaseScene): Promise<{ keys: string[] }> {
  useSmallEngine(scene)
  const { list } = await scene.ada.call(api.combine.search, { query: 'graph' })
  return { keys: list.map(({ key }) => key) }
}

export const combineCases: CallCases<typeof api.combine> = {
  search: {
    valid: async (scene) => {
      useSmallEngine(scene)
      await addPapers(scene.app.base, ['Graph'], {})
      return { query: 'graph', engines: 'local,crossref', filters: { year_from: '' }, page_size: 5 }
    },
    bad: { query: ' ', engines: ['nowhere'], page_size: 101 },
  },
  keep: { valid: findKey, bad: { keys: [] } },
}

export const passagesCases: CallCases<typeof api.passages> = {
  hitTest: {
    valid: () => ({ query: '湿度' }),
    bad: { query: '' },
    foreign: async ({ bo }) => {
      const { id } = await bo.call(api.datasets.create, { name: '清单' })
      return [
        { query: '湿度', dataset_ids: [id] },
        { query: '湿度', dataset_ids: [UNKNOWN_ID] },
      ]
    },
  },
}

/** Follows a topic and returns the id of the subscription. */
const followTopic = async (person: Person) => {
  const list = [{ kind: 'topic' as const, value: 'diffusion' }]
  const [saved] = await person.call(api.preferences.saveSubscriptions, { list })
  return saved?.id
}

/** Returns the input that follows a topic, as a change of the subscription with this id if there is one. */
const topicInput = (id: string | undefined) => ({ list: [{ id, kind: 'topic', value: 'attention' }] })

export const preferencesCases: CallCases<typeof api.preferences> = {
  disciplines: { valid: () => ({}) },
  esiDisciplines: { valid: () => ({}) },
  topics: { valid: () => ({ subject_code: '0101' }), bad: { subject_code: 'x'.repeat(9) } },
  savePreferences: {
    valid: () => ({ subject_codes: ['0812'], keywords: ['k'], journals: [], authors: [] }),
    bad: { subject_codes: ['0000'], keywords: [] },
  },
  preferences: { valid: () => ({}) },
  askLater: { valid: () => ({}) },
  saveSubscriptions: {
    valid: () => topicInput(undefined),
    bad: { list: [{ kind: 'rumour', value: '' }] },
    foreign: async ({ bo }) => [topicInput(await followTopic(bo)), topicInput(UNKNOWN_ID)],
  },
  subscriptions: { valid: () => ({}) },
  subscriptionPapers: {
    valid: async ({ ada }) => ({ subscription_id: await followTopic(ada) }),
    bad: { subscription_id: 'x', since: 'yesterday' },
    foreign: async ({ bo }) => [{ subscription_id: await followTopic(bo) }, { subscription_id: UNKNOWN_ID }],
  },
  subscriptionPreview: {
    valid: () => ({ kind: 'author', value: 'Wang Wei' }),
    bad: { kind: 'rumour', value: '' },
  },
}
