import { api } from '@scinav/contract'
import { type CallCases, type Person, UNKNOWN_ID } from './case.ts'

const followTopic = async (person: Person) => {
  const list = [{ kind: 'topic' as const, value: 'diffusion' }]
  const [made] = await person.call(api.preferences.saveSubscriptions, { list })
  return made?.id
}

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
